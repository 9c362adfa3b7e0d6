import { definePointFunction } from '@assay/schema';
import { requiredText } from '../options/texts.js';

/** The text starts with the argument, letter for letter. */
export const startsWith = definePointFunction({
  name: 'starts_with',
  aliases: ['start_with'],
  description: 'Checks that the response starts with this text (case-sensitive): 1 if it does, else 0.',
  options: requiredText('the text to start with'),
  examples: [
    { title: 'A start that must be there', value: 'The ruling' },
  ],
  apply: (start, { text }) => text.startsWith(start),
});
