import { defineOption } from '../define-option.js';
import { duration } from '../option-types.js';

/** Most time, over all parts of the run. */
export const maxTime = defineOption(duration, {
  group: 'budget',
  flags: '--max-time <time>',
  description: 'stop after this time, e.g. 30m, 90s or 1h30m',
  setting: 'max_time',
  ofSuites: true,
  again: 'resumed',
});
