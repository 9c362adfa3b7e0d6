import { definePointFunction } from '@assay/schema';
import { requiredText } from '../options/texts.js';

/** Several points usually look at one response in a row: the last text is lowered only once. */
let last = { text: '', lowered: '' };

function lower(text: string): string {
  if (last.text !== text) last = { text, lowered: text.toLowerCase() };
  return last.lowered;
}

/** The text has the argument in it, whatever the case of either. */
export const icontains = definePointFunction({
  name: 'icontains',
  description: 'Checks that the response has this text in it, in upper or lower case: 1 if it has, else 0.',
  options: requiredText('the text to look for'),
  examples: [{ title: 'A term in any case', value: 'Fiduciary Duty' }],
  apply: (needle, { text }) => lower(text).includes(needle.toLowerCase()),
});
