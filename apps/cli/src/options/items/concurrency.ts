import { defineOption } from '../define-option.js';
import { whole } from '../option-types.js';

/** Most trials at their targets at once, and requests of each judge. */
export const concurrency = defineOption(whole(1), {
  group: 'pace',
  flags: '--concurrency <n>',
  description: 'most trials at once at their targets, and requests of each judge',
  setting: 'concurrency',
  default: 10,
});
