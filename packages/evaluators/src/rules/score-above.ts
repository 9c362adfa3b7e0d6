import { defineRule, isJsonObject, UnscoredError, type ProviderResponse } from '@assay/schema';
import * as v from 'valibot';
import { numberedForm } from './parts/rule-form.js';
import { ruleOptions } from './parts/rule-options.js';
import { oneCheck } from './parts/one-check.js';
import { wholeJson } from '../json/find-json.js';

const RANGE = 'the score must be a number from 0 to 1, as in value: 0.85, or rule: score_above_0.85';

/** Three digits, unless that would hide on which side of the bound it is. */
function shownConfidence(confidence: number, bound: number): number {
  const rounded = Number(confidence.toFixed(3));
  return rounded > bound === confidence > bound ? rounded : confidence;
}

/** How sure the target is: what its API says, else the `confidence` of an answer that is a JSON object. */
function confidenceOf(response: ProviderResponse): number {
  if (response.confidence !== undefined) return response.confidence;
  const answer = wholeJson(response.text)?.value;
  const stated = isJsonObject(answer) ? answer['confidence'] : undefined;
  if (typeof stated === 'number' && stated >= 0 && stated <= 1) return stated;
  throw new UnscoredError(
    stated === undefined
      ? 'the target does not say how sure it is'
      : `the answer gives the confidence ${JSON.stringify(stated)}, which is no number from 0 to 1`,
    { hint: 'use a target that reports confidence, or have it answer with JSON such as {"label": "…", "confidence": 0.9}' },
  );
}

/** The target is more sure of its answer than a bound. */
export const scoreAbove = defineRule({
  name: 'score_above',
  description:
    'Checks that the confidence of the target in its answer is above a limit: 1 if so, else 0. The confidence is what its API ' +
    'reports, or else the `confidence` in an answer that is a JSON object. Without either, the answer is unscored.',
  options: ruleOptions(
    {
      value: v.pipe(
        v.number(RANGE),
        v.minValue(0, RANGE),
        v.maxValue(1, RANGE),
        v.description('The confidence that must be exceeded'),
      ),
    },
    { value: 'as in value: 0.85, or rule: score_above_0.85' },
  ),
  programs: 'never',
  examples: [{ title: 'More than 85 % sure', value: { weight: 0.2, rule: 'score_above_0.85' } }],
  ...numberedForm('score_above_X', { X: 'value' }),
  uses: ['confidence'],
  check: ({ options }) =>
    options.value < 1
      ? []
      : [{ path: ['value'], message: 'no confidence is above 1, so that this always scores 0', severity: 'warning' }],
  evaluate: ({ options, response }) => {
    const confidence = confidenceOf(response);
    const bound = options.value;
    const shown = shownConfidence(confidence, bound);
    return {
      ...oneCheck(confidence > bound, `confidence ${shown} > ${bound}`, `confidence ${shown}, must be above ${bound}`),
      details: { confidence },
    };
  },
});
