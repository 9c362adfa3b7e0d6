import { definePointFunction } from '@assay/schema';
import { textList } from './arguments/lists.js';
import { matchPatterns } from '../patterns/match-patterns.js';
import { patternProblems } from './arguments/pattern-problems.js';
import { shareFound } from './texts/share-found.js';

/** How many of the regular expressions match, whatever the case. */
export const imatchesAllOf = definePointFunction({
  name: 'imatches_all_of',
  aliases: ['imatch_all_of'],
  description:
    'Tries each of these JavaScript regular expressions on the response (case-insensitive). The score is the share that matches anywhere. ' +
    'Flags may precede a pattern: (?s) lets the dot match line breaks, (?m) lets ^ and $ match at every line.',
  options: textList('a pattern'),
  examples: [
    { title: 'Both patterns count half', value: ['^the ruling', 'states that$'] },
  ],
  check: (patterns) => patternProblems(patterns, (index) => [index], 'i'),
  apply: (patterns, context) =>
    matchPatterns(patterns, context, (matched) => shareFound(patterns, (index) => matched[index] === true), 'i'),
});
