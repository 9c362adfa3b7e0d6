import { defineOption } from '../define-option.js';
import { flag } from '../option-types.js';

/** Cancels the batches of a run that is resumed, and asks for nothing more. */
export const cancelBatches = defineOption(flag, {
  group: 'later',
  flags: '--cancel-batches',
  description: 'with --resume: cancel what the run has in batches, and submit nothing',
  only: 'run',
  again: 'resumed',
  kept: false,
});
