import { defineOption } from '../define-option.js';
import { optionalText } from '../option-types.js';

/** Scores the replies of a run again, and asks no target: a folder, a run id or `latest`; `true` for the latest that finished. */
export const rescore = defineOption(optionalText, {
  group: 'later',
  flags: '--rescore [run]',
  description: 'score the replies of a run again, without asking targets (default: the latest that finished)',
  only: 'run',
  again: 'rescored',
  kept: false,
});
