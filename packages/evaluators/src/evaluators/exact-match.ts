import { defineEvaluator, type JsonValue } from '@assay/schema';
import * as v from 'valibot';
import { sameAnswer } from '../json/same-answer.js';
import { DescriptionSchema } from '../options/description-schema.js';
import { entryObject } from '../options/entry-object.js';
import { flag } from '../options/numbers.js';

/** The response is the reference, and nothing else. */
export const exactMatch = defineEvaluator({
  name: 'exact_match',
  aliases: ['exact-match'],
  description:
    'Checks that the response equals the reference answer (or a given value): 1 if it does, else 0. Objects and lists are compared as JSON; ' +
    'the order of keys does not matter.',
  options: entryObject({
    value: v.optional(v.pipe(v.unknown(), v.description('What the response must be; default is the reference answer'))),
    ignore_case: v.optional(
      v.pipe(flag('ignore_case'), v.description('Ignore upper and lower case in texts; default false')),
    ),
    trim: v.optional(v.pipe(flag('trim'), v.description('Ignore white space at both ends of texts; default true'))),
    description: DescriptionSchema,
  }),
  programs: 'never',
  examples: [
    { title: 'Against the reference answer', value: { type: 'exact_match' } },
    { title: 'Against a text, in any case', value: { type: 'exact_match', value: 'yes', ignore_case: true } },
    { title: 'Against an object', value: { type: 'exact_match', value: { riskLevel: 'High' } } },
  ],
  evaluate: ({ options: { value, ignore_case: ignoreCase = false, trim = true }, evalCase, response }) =>
    sameAnswer({ value: value as JsonValue | undefined, evalCase, text: response.text, ignoreCase, trim }),
});
