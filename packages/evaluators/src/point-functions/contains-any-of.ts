import { definePointFunction, holdsText } from '@assay/schema';
import { textList } from './arguments/lists.js';
import { anyFound } from './texts/share-found.js';

/** Any of the texts is there, letter for letter. */
export const containsAnyOf = definePointFunction({
  name: 'contains_any_of',
  aliases: ['contain_any_of'],
  description: 'Checks that the response contains at least one of these texts (case-sensitive): 1 if it does, else 0.',
  options: textList('a text to look for'),
  examples: [
    { title: 'Either word will do', value: ['fiduciary', 'duty'] },
  ],
  apply: (needles, { text }) => anyFound(needles, (index) => holdsText(text, needles[index] ?? '')),
});
