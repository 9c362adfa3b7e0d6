import { defineOption } from '../define-option.js';
import { texts } from '../option-types.js';

/** Prompts in place of those of the suites: texts, or files with `@` in front. */
export const prompts = defineOption(texts, {
  group: 'asked',
  flags: '--prompt <text>',
  description: 'ask with this prompt, a text with {{variables}} or @file, in place of the prompts of the suites (repeatable)',
  initial: [],
});
