import { composedText, composedValue, UnscoredError, type EvalCase, type EvaluationScore, type JsonValue } from '@assay/schema';
import { foldCase } from '../texts/fold-case.js';
import { expectedValue } from './expected-value.js';
import { wholeJson } from './find-json.js';
import { parseWithDigits } from './parse-with-digits.js';
import { isSameJson } from './same-json.js';
import { shortJson } from '../texts/short-json.js';

const LONGEST_SHOWN = 200;

function outcome(met: boolean, expected: JsonValue, actual: JsonValue): EvaluationScore {
  return met
    ? { score: 1, hits: [`is ${shortJson(expected, LONGEST_SHOWN)}`], misses: [] }
    : { score: 0, hits: [], misses: [`expected ${shortJson(expected, LONGEST_SHOWN)}, got ${shortJson(actual, LONGEST_SHOWN)}`] };
}

export interface SameAnswerOptions {
  /** What the answer must be; undefined for the reference answer of the case. */
  readonly value: JsonValue | undefined;
  readonly evalCase: EvalCase;
  /** What was answered. */
  readonly text: string;
  /** Letters that differ in case only are the same. */
  readonly ignoreCase: boolean;
  /** Space at the ends of texts does not count. */
  readonly trim: boolean;
}

/**
 * 1 for the answer that was expected, else 0. Objects and lists are compared as JSON, whatever the order of keys.
 * @throws UnscoredError (config) when nothing is expected.
 */
export function sameAnswer({ value, evalCase, text, ignoreCase, trim }: SameAnswerOptions): EvaluationScore {
  const expected = value === undefined ? expectedValue(evalCase) : value;
  if (expected === undefined) {
    throw new UnscoredError('there is nothing to compare with: the case has no reference answer and the evaluator no value', {
      reason: 'config',
      hint: 'add expected_output to the case, or value to the evaluator',
    });
  }
  if (typeof expected !== 'string') {
    const found = wholeJson(text, parseWithDigits);
    const met = found !== undefined && isSameJson(composedValue(found.value), composedValue(expected));
    return outcome(met, expected, found?.value ?? text);
  }
  const normalize = (one: string): string => {
    const trimmed = trim ? one.trim() : one;
    return ignoreCase ? foldCase(trimmed) : composedText(trimmed);
  };
  return outcome(normalize(text) === normalize(expected), expected, text);
}
