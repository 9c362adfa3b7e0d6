import { definePointFunction, holdsText } from '@assay/schema';
import { textList } from './arguments/lists.js';
import { foldList, foldResponse } from '../texts/fold-case.js';
import { anyFound } from './texts/share-found.js';

/** Any of the texts is there, whatever the case. */
export const icontainsAnyOf = definePointFunction({
  name: 'icontains_any_of',
  aliases: ['icontain_any_of'],
  description: 'Checks that the response contains at least one of these texts (case-insensitive): 1 if it does, else 0.',
  options: textList('a text to look for'),
  examples: [
    { title: 'Either word, in any case', value: ['Fiduciary', 'DUTY'] },
  ],
  apply: (needles, { text }) => {
    const response = foldResponse(text);
    const folded = foldList(needles);
    return anyFound(needles, (index) => holdsText(response, folded[index] ?? ''));
  },
});
