import { defineOption } from '../define-option.js';
import { fraction } from '../option-types.js';

/** Score in [0, 1] from which a suite passes. */
export const threshold = defineOption(fraction, {
  group: 'outcome',
  flags: '--threshold <score>',
  description: 'the score from which a suite passes, 0 to 1',
  setting: 'threshold',
  again: 'rescored',
});
