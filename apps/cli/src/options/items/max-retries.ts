import { defineOption } from '../define-option.js';
import { whole } from '../option-types.js';

/** Tries after a failed one. */
export const maxRetries = defineOption(whole(0), {
  group: 'pace',
  flags: '--max-retries <n>',
  description: 'tries after a failed one',
  setting: 'max_retries',
  default: 3,
  again: 'resumed',
});
