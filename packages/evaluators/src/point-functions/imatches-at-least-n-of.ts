import { definePointFunction } from '@assay/schema';
import { countAndTexts, countProblems } from './arguments/lists.js';
import { matchPatterns } from '../patterns/match-patterns.js';
import { patternProblems } from './arguments/pattern-problems.js';
import { shareFound } from './texts/share-found.js';

/** At least n of the regular expressions match, whatever the case. */
export const imatchesAtLeastNOf = definePointFunction({
  name: 'imatches_at_least_n_of',
  aliases: ['imatch_at_least_n_of'],
  description:
    'Tries each of these JavaScript regular expressions on the response, in upper or lower case. The ' +
    'score is matching / n, at most 1: n of them are enough. Flags may stand in front of a pattern: ' +
    '(?s) dot matches line ends, (?m) ^ and $ match at lines.',
  options: countAndTexts('a pattern'),
  examples: [
    { title: 'Two of three are enough', value: [2, ['^Apple', 'banana', 'Grapes?']] },
  ],
  check: (argument) => [...countProblems(argument), ...patternProblems(argument[1], (index) => [1, index], 'i')],
  apply: ([n, patterns], context) =>
    matchPatterns(patterns, context, (matched) => shareFound(patterns, (index) => matched[index] === true, n), 'i'),
});
