import { definePointFunction } from '@assay/schema';
import { requiredText } from '../options/texts.js';
import { foldCase, foldResponse } from '../texts/fold-case.js';

/** The text ends with the argument, whatever the case. */
export const iendsWith = definePointFunction({
  name: 'iends_with',
  aliases: ['iend_with'],
  description: 'Checks that the response ends with this text (case-insensitive): 1 if it does, else 0.',
  options: requiredText('the text to end with'),
  examples: [
    { title: 'An end in any case', value: 'CONCLUSION.' },
  ],
  apply: (end, { text }) => foldResponse(text).endsWith(foldCase(end)),
});
