import { definePointFunction, holdsText } from '@assay/schema';
import { requiredText } from '../options/texts.js';

/** The text has the argument in it, letter for letter. */
export const contains = definePointFunction({
  name: 'contains',
  aliases: ['contain'],
  description: 'Checks that the response has this text in it, with the same case: 1 if it has, else 0.',
  options: requiredText('the text to look for'),
  examples: [
    { title: 'A term that must be there', value: 'fiduciary duty' },
    { title: 'Code that must be there', value: 'return None' },
  ],
  apply: (needle, { text }) => holdsText(text, needle),
});
