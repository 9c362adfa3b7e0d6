import { definePointFunction, holdsText } from '@assay/schema';
import { countAndTexts, countProblems } from './arguments/lists.js';
import { foldList, foldResponse } from '../texts/fold-case.js';
import { shareFound } from './texts/share-found.js';

/** At least n of the texts are there, whatever the case. */
export const icontainsAtLeastNOf = definePointFunction({
  name: 'icontains_at_least_n_of',
  aliases: ['icontain_at_least_n_of'],
  description:
    'Looks for each of these texts in the response (case-insensitive). The score is the number found / n, at most 1: finding n of them is ' +
    'enough.',
  options: countAndTexts('a text to look for'),
  examples: [
    { title: 'Two of three fruits, in any case', value: [2, ['Apples', 'ORANGES', 'pears']] },
  ],
  check: countProblems,
  apply: ([n, needles], { text }) => {
    const response = foldResponse(text);
    const folded = foldList(needles);
    return shareFound(needles, (index) => holdsText(response, folded[index] ?? ''), n);
  },
});
