import { defineOption } from '../define-option.js';
import { flag } from '../option-types.js';

/** Goes on with a run although a target is another one now, or batches of it are not known any more. */
export const acceptChanges = defineOption(flag, {
  group: 'later',
  flags: '--accept-changes',
  description: 'go on although a target stands for another model or server than when the run began, or the run does not know any more what it asked in batches; with --cancel-batches: ask again what may be in one of which nobody tells',
  only: 'run',
  again: 'resumed',
  kept: false,
});
