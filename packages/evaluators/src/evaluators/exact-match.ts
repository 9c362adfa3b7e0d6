import { canonicalJson, composedText, composedValue, defineEvaluator, UnscoredError, type EvaluationScore, type JsonValue } from '@assay/schema';
import * as v from 'valibot';
import { DescriptionSchema } from '../rules/parts/rule-options.js';
import { expectedValue } from '../json/expected-value.js';
import { wholeJson } from '../json/find-json.js';
import { entryObject } from '../options/entry-object.js';
import { flag } from '../options/numbers.js';
import { foldCase } from '../texts/fold-case.js';

const LONGEST_SHOWN = 200;

function shown(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

function outcome(met: boolean, expected: JsonValue, actual: JsonValue): EvaluationScore {
  return met
    ? { score: 1, hits: [`is ${shown(expected)}`], misses: [] }
    : { score: 0, hits: [], misses: [`expected ${shown(expected)}, got ${shown(actual)}`] };
}

/** The response is the reference, and nothing else. */
export const exactMatch = defineEvaluator({
  name: 'exact_match',
  aliases: ['exact-match'],
  description:
    'Checks that the response equals the reference answer (or a given value): 1 if it does, else 0. ' +
    'Objects and lists are compared as JSON, whatever the order of keys.',
  options: entryObject({
    value: v.optional(v.pipe(v.unknown(), v.description('What the response must be; default is the reference answer'))),
    ignore_case: v.optional(
      v.pipe(flag('ignore_case'), v.description('Take no notice of upper and lower case in texts; default false')),
    ),
    trim: v.optional(v.pipe(flag('trim'), v.description('Take no notice of space at the ends of texts; default true'))),
    description: DescriptionSchema,
  }),
  programs: 'never',
  examples: [
    { title: 'Against the reference answer', value: { type: 'exact_match' } },
    { title: 'Against a text, in any case', value: { type: 'exact_match', value: 'yes', ignore_case: true } },
    { title: 'Against an object', value: { type: 'exact_match', value: { riskLevel: 'High' } } },
  ],
  evaluate: ({ options, evalCase, response }) => {
    const expected = options.value === undefined ? expectedValue(evalCase) : (options.value as JsonValue);
    if (expected === undefined) {
      throw new UnscoredError(
        'there is nothing to compare with: the case has no reference answer and the evaluator no value',
        {
          reason: 'config',
          hint: 'add expected_output to the case, or value to the evaluator',
        },
      );
    }
    if (typeof expected !== 'string') {
      const found = wholeJson(response.text);
      return outcome(
        found !== undefined && canonicalJson(composedValue(found.value)) === canonicalJson(composedValue(expected)),
        expected,
        found?.value ?? response.text,
      );
    }
    const normalize = (text: string): string => {
      const trimmed = options.trim === false ? text : text.trim();
      return options.ignore_case ? foldCase(trimmed) : composedText(trimmed);
    };
    return outcome(normalize(response.text) === normalize(expected), expected, response.text);
  },
});
