import { defineEvaluator, type JsonValue } from '@assay/schema';
import * as v from 'valibot';
import { sameAnswer } from '../json/same-answer.js';
import { entryObject } from '../options/entry-object.js';
import { flag } from '../options/numbers.js';

/** The response is a value, to the letter. */
export const equals = defineEvaluator({
  name: 'equals',
  description:
    'Checks that the response is exactly the given value (or the reference answer), including white space at both ends: 1 if it is, else 0. ' +
    'Objects, lists, numbers and booleans are compared as JSON. `exact_match` ignores white space at both ends.',
  options: entryObject({
    value: v.optional(v.pipe(v.unknown(), v.description('What the response must be; default is the reference answer'))),
    ignore_case: v.optional(v.pipe(flag('ignore_case'), v.description('Ignore upper and lower case in texts; default false'))),
    trim: v.optional(v.pipe(flag('trim'), v.description('Ignore white space at both ends of texts; default false'))),
  }),
  programs: 'never',
  examples: [
    { title: 'A text', value: { type: 'equals', value: 'yes' } },
    { title: 'An object', value: { type: 'equals', value: { answer: 42 } } },
  ],
  evaluate: ({ options: { value, ignore_case: ignoreCase = false, trim = false }, evalCase, response }) =>
    sameAnswer({ value: value as JsonValue | undefined, evalCase, text: response.text, ignoreCase, trim }),
});
