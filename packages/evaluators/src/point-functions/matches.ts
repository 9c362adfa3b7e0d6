import { definePointFunction } from '@assay/schema';
import { requiredText } from '../options/texts.js';
import { matchPatterns } from '../patterns/match-patterns.js';
import { patternProblems } from './arguments/pattern-problems.js';

/** The text matches a JavaScript regular expression anywhere. */
export const matches = definePointFunction({
  name: 'matches',
  aliases: ['match'],
  description:
    'Checks that the response matches this JavaScript regular expression anywhere: 1 if it does, else 0. Flags may precede the pattern: (?i) ' +
    'ignores case, (?s) lets the dot match line breaks, (?m) lets ^ and $ match at every line.',
  options: requiredText('the pattern'),
  examples: [
    { title: 'A start that must be there', value: '^The ruling states' },
    { title: 'In any case', value: '(?i)not a (financial|tax) advisor' },
    { title: 'Over several lines', value: '(?is)nile.+amazon' },
  ],
  check: (pattern) => patternProblems([pattern], () => []),
  apply: (pattern, context) => matchPatterns([pattern], context, ([matched]) => matched === true),
});
