import { definePointFunction } from '@assay/schema';
import { requiredText } from '../options/texts.js';
import { foldCase, foldResponse } from '../texts/fold-case.js';

/** The text starts with the argument, whatever the case. */
export const istartsWith = definePointFunction({
  name: 'istarts_with',
  aliases: ['istart_with'],
  description: 'Checks that the response starts with this text (case-insensitive): 1 if it does, else 0.',
  options: requiredText('the text to start with'),
  examples: [
    { title: 'A start in any case', value: 'the ruling' },
  ],
  apply: (start, { text }) => foldResponse(text).startsWith(foldCase(start)),
});
