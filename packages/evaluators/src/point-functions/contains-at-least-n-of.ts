import { definePointFunction, holdsText } from '@assay/schema';
import { countAndTexts, countProblems } from './arguments/lists.js';
import { shareFound } from './texts/share-found.js';

/** At least n of the texts are there, letter for letter. */
export const containsAtLeastNOf = definePointFunction({
  name: 'contains_at_least_n_of',
  aliases: ['contain_at_least_n_of'],
  description:
    'Looks for each of these texts in the response (case-sensitive). The score is the number found / n, at most 1: finding n of them is enough.',
  options: countAndTexts('a text to look for'),
  examples: [
    { title: 'Two of three fruits are enough', value: [2, ['apples', 'oranges', 'pears']] },
  ],
  check: countProblems,
  apply: ([n, needles], { text }) => shareFound(needles, (index) => holdsText(text, needles[index] ?? ''), n),
});
