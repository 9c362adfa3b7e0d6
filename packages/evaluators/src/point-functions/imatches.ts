import { definePointFunction } from '@assay/schema';
import { requiredText } from '../options/texts.js';
import { matchPatterns } from '../patterns/match-patterns.js';
import { patternProblems } from './arguments/pattern-problems.js';

/** The text matches a regular expression anywhere, whatever the case. */
export const imatches = definePointFunction({
  name: 'imatches',
  aliases: ['imatch'],
  description:
    'Checks that the response matches this JavaScript regular expression anywhere (case-insensitive): 1 if it does, else 0. Flags may precede ' +
    'the pattern: (?s) lets the dot match line breaks, (?m) lets ^ and $ match at every line.',
  options: requiredText('the pattern'),
  examples: [
    { title: 'A start in any case', value: '^the ruling' },
    { title: 'Two names close together', value: 'Lagos.{0,50}Nigeria' },
  ],
  check: (pattern) => patternProblems([pattern], () => [], 'i'),
  apply: (pattern, context) => matchPatterns([pattern], context, ([matched]) => matched === true, 'i'),
});
