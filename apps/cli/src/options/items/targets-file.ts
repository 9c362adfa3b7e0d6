import { defineOption } from '../define-option.js';
import { text } from '../option-types.js';

/** File with more named targets. */
export const targetsFile = defineOption(text, {
  group: 'asked',
  flags: '--targets <file>',
  description: 'read named targets from this file too',
});
