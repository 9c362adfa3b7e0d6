import type { NormalizeContext } from './context.js';
import { MAX_CASE_WEIGHT } from '../domain/score.js';
import type { ValuePath } from '../domain/value-path.js';
import { describeValue, reportError } from './findings.js';

/** The share of a case in the score of its suite: from 0 to 1e100; 1 when it is not given. Reports anything else. */
export function readCaseWeight(context: NormalizeContext, value: unknown, path: ValuePath): number {
  const weight = readWeight(context, value, path);
  if (weight <= MAX_CASE_WEIGHT) return weight;
  reportError(context, path, `the weight of a case must be at most ${MAX_CASE_WEIGHT}, not ${describeValue(value)}`, {
    hint: 'weights count against each other only: divide them all by the same number',
  });
  return 1;
}

/** A share in a weighted mean: finite and ≥ 0; 1 when it is not given. Reports anything else. */
export function readWeight(context: NormalizeContext, value: unknown, path: ValuePath, label = ''): number {
  if (value === undefined || value === null) return 1;
  if (typeof value === 'number' && value >= 0 && value !== Infinity) return value;
  const rule = typeof value === 'number' && value < 0 && value !== -Infinity
    ? 'weight must be >= 0'
    : 'weight must be a finite number';
  reportError(context, path, `${label}${rule}, not ${describeValue(value)}`, {
    hint: 'write a number such as 1, 0.5 or 3; leave it out for 1',
  });
  return 1;
}
