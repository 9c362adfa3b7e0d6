import { definePointFunction, holdsText } from '@assay/schema';
import { requiredText } from '../options/texts.js';
import { foldCase, foldResponse } from '../texts/fold-case.js';

/** The text has the argument in it, whatever the case of either. */
export const icontains = definePointFunction({
  name: 'icontains',
  aliases: ['icontain'],
  description: 'Checks that the response contains this text (case-insensitive): 1 if it does, else 0.',
  options: requiredText('the text to look for'),
  examples: [{ title: 'A term in any case', value: 'Fiduciary Duty' }],
  apply: (needle, { text }) => holdsText(foldResponse(text), foldCase(needle)),
});
