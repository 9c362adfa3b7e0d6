import { defineOption } from '../define-option.js';
import { text } from '../option-types.js';

/** A run, or `baseline`: what the run is compared with, and fails when it is worse. */
export const against = defineOption(text, {
  group: 'outcome',
  flags: '--against <run>',
  description: 'fail when it is worse than this run, or than its baselines ("baseline")',
  again: 'resumed',
});
