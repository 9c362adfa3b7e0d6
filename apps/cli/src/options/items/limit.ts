import { defineOption } from '../define-option.js';
import { whole } from '../option-types.js';

/** Most cases of the run. */
export const limit = defineOption(whole(1), {
  group: 'cases',
  flags: '--limit <n>',
  description: 'at most this many cases',
  narrows: true,
});
