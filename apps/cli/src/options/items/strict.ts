import { defineOption } from '../define-option.js';
import { flag } from '../option-types.js';

/** Warnings about files are errors. */
export const strict = defineOption(flag, {
  group: 'cases',
  flags: '--strict',
  description: 'treat warnings about files as errors',
  initial: false,
});
