import { definePointFunction, holdsText } from '@assay/schema';
import { textList } from './arguments/lists.js';
import { foldList, foldResponse } from '../texts/fold-case.js';
import { shareFound } from './texts/share-found.js';

/** How many of the texts are there, whatever the case. */
export const icontainsAllOf = definePointFunction({
  name: 'icontains_all_of',
  aliases: ['icontain_all_of'],
  description:
    'Looks for each of these texts in the response (case-insensitive). The score is the share that was found: 0.5 for one of two.',
  options: textList('a text to look for'),
  examples: [
    { title: 'Both words count half, in any case', value: ['Fiduciary', 'DUTY'] },
  ],
  apply: (needles, { text }) => {
    const response = foldResponse(text);
    const folded = foldList(needles);
    return shareFound(needles, (index) => holdsText(response, folded[index] ?? ''));
  },
});
