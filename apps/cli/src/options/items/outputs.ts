import { defineOption } from '../define-option.js';
import { text } from '../option-types.js';

/** Score these outputs instead of asking targets. */
export const outputs = defineOption(text, {
  group: 'asked',
  flags: '--outputs <file>',
  description: 'JSONL with one {id, text | output_messages, …} a line',
  only: 'score',
});
