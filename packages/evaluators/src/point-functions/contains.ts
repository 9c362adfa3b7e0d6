import { definePointFunction, holdsText } from '@assay/schema';
import { requiredText } from '../options/texts.js';

/** The text has the argument in it, letter for letter. */
export const contains = definePointFunction({
  name: 'contains',
  aliases: ['contain'],
  description: 'Checks that the response contains this text (case-sensitive): 1 if it does, else 0.',
  options: requiredText('the text to look for'),
  examples: [
    { title: 'A term that must be there', value: 'fiduciary duty' },
    { title: 'Code that must be there', value: 'return None' },
  ],
  apply: (needle, { text }) => holdsText(text, needle),
});
