import { defineEvaluator } from '@assay/schema';
import * as v from 'valibot';
import { entryObject } from '../options/entry-object.js';
import { requiredText } from '../options/texts.js';
import { displayPattern } from '../patterns/display-pattern.js';
import { matchPatterns } from '../patterns/match-patterns.js';
import { patternProblems } from '../point-functions/arguments/pattern-problems.js';

/** The response matches a pattern, with flags beside it. */
export const regex = defineEvaluator({
  name: 'regex',
  description:
    'Checks that the response matches a JavaScript regular expression anywhere: 1 if it does, else 0. A pattern that takes more than a second ' +
    'leaves the response unscored. `matches` does the same, with the flags in front of the pattern.',
  options: entryObject(
    {
      value: v.pipe(requiredText('value'), v.description('The pattern')),
      flags: v.optional(
        v.pipe(
          v.string('flags must be text'),
          v.regex(/^(?!.*(.).*\1)[imsu]*$/u, 'flags may have i, m, s and u, each once'),
          v.description('`i` ignores case, `m` lets ^ and $ match at every line, `s` lets the dot match line breaks, `u` turns on Unicode mode'),
        ),
      ),
    },
    'the options',
    { value: 'it is the pattern' },
  ),
  programs: 'never',
  examples: [
    { title: 'A date', value: { type: 'regex', value: String.raw`\b\d{4}-\d{2}-\d{2}\b` } },
    { title: 'Either name, in any case', value: { type: 'regex', value: '(colour|color)', flags: 'i' } },
  ],
  check: ({ options: { value, flags } }) => patternProblems([value], () => ['value'], flags),
  evaluate: ({ options: { value, flags }, response, signal }) =>
    matchPatterns(
      [value],
      { text: response.text, signal },
      ([matched]) => {
        const shown = displayPattern(value);
        return matched === true ? { score: 1, hits: [`matches ${shown}`], misses: [] } : { score: 0, hits: [], misses: [`does not match ${shown}`] };
      },
      flags,
    ),
});
