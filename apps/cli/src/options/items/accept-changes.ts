import { defineOption } from '../define-option.js';
import { flag } from '../option-types.js';

/** Goes on with a run although a target is another one now. */
export const acceptChanges = defineOption(flag, {
  group: 'later',
  flags: '--accept-changes',
  description: 'go on although a target stands for another model or server than when the run began',
  only: 'run',
  again: 'resumed',
  kept: false,
});
