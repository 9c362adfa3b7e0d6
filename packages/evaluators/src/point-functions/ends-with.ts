import { definePointFunction } from '@assay/schema';
import { requiredText } from '../options/texts.js';

/** The text ends with the argument, letter for letter. */
export const endsWith = definePointFunction({
  name: 'ends_with',
  aliases: ['end_with'],
  description: 'Checks that the response ends with this text (case-sensitive): 1 if it does, else 0.',
  options: requiredText('the text to end with'),
  examples: [
    { title: 'An end that must be there', value: 'conclusion.' },
  ],
  apply: (end, { text }) => text.endsWith(end),
});
