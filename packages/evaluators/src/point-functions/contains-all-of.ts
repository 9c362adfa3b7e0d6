import { definePointFunction, holdsText } from '@assay/schema';
import { textList } from './arguments/lists.js';
import { shareFound } from './texts/share-found.js';

/** How many of the texts are there, letter for letter. */
export const containsAllOf = definePointFunction({
  name: 'contains_all_of',
  aliases: ['contain_all_of'],
  description:
    'Looks for each of these texts in the response (case-sensitive). The score is the share that was found: 0.5 for one of two.',
  options: textList('a text to look for'),
  examples: [
    { title: 'Both words count half', value: ['fiduciary', 'duty'] },
  ],
  apply: (needles, { text }) => shareFound(needles, (index) => holdsText(text, needles[index] ?? '')),
});
