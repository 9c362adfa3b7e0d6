import { defineOption } from '../define-option.js';
import { flag } from '../option-types.js';

/** Also tells what is only worth saying on request. */
export const verbose = defineOption(flag, {
  group: 'shown',
  flags: '--verbose',
  description: 'say more: notes on files, failures as they happen',
  initial: false,
  kept: false,
  again: 'resumed',
});
