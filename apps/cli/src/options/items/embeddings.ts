import { defineOption } from '../define-option.js';
import { text } from '../option-types.js';

/** Target whose vectors tell how close replies are to reference answers, also to evaluators; the project's if undefined. */
export const embeddings = defineOption(text, {
  group: 'asked',
  flags: '--embeddings <target>',
  description: 'measure how close replies are to reference answers, with these embeddings; evaluators that need vectors ask for them too',
  again: 'rescored',
});
