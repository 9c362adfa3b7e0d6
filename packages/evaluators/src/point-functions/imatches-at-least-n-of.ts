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
    'Tries each of these JavaScript regular expressions on the response (case-insensitive). The score is the number that match / n, at most 1: ' +
    'n matches are enough. Flags may precede a pattern: (?s) lets the dot match line breaks, (?m) lets ^ and $ match at every line.',
  options: countAndTexts('a pattern'),
  examples: [
    { title: 'Two of three are enough', value: [2, ['^Apple', 'banana', 'Grapes?']] },
  ],
  check: (argument) => [...countProblems(argument), ...patternProblems(argument[1], (index) => [1, index], 'i')],
  apply: ([n, patterns], context) =>
    matchPatterns(patterns, context, (matched) => shareFound(patterns, (index) => matched[index] === true, n), 'i'),
});
