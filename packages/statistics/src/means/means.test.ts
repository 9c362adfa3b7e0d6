import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectNear, readReference } from '../../test/reference.js';
import { clusteredMean, type ClusterCorrection } from './clustered-mean.js';
import { quantile } from './quantile.js';
import { studentInterval } from './student-interval.js';
import { weightedMean } from './weighted-mean.js';

const { values, q, quantiles, tInterval } = readReference<{ values: number[]; q: number[]; quantiles: number[]; tInterval: [number, number] }>('tests');
interface Clustered {
  readonly sums: number[];
  readonly weights: number[];
  readonly mean: number;
  readonly errors: Partial<Record<ClusterCorrection, number>>;
}
const { clustered_errors: clustered } = readReference<{ clustered_errors: Clustered[] }>('estimators');

describe('weighted mean', () => {
  test('weights count, values without weight do not', () => {
    expect(weightedMean([1, 0, 0.5], [3, 1, 0])).toBe(0.75);
    expect(weightedMean([0.25])).toBe(0.25);
  });

  test('roundings do not add up', () => {
    expect(weightedMean(new Float64Array(1_000_000).fill(0.1))).toBe(0.1);
    expect(weightedMean([1e16, 1, -1e16])).toBe(1 / 3);
  });

  test('it lies between the least and the largest value', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 }), (list) => {
        const mean = weightedMean(list);
        const slack = 1e-9 * Math.max(...list.map(Math.abs));
        expect(mean).toBeGreaterThanOrEqual(Math.min(...list) - slack);
        expect(mean).toBeLessThanOrEqual(Math.max(...list) + slack);
      }),
      { seed: 1 },
    );
  });
});

describe('clustered errors', () => {
  test('as the sandwich written out with matrices', () => {
    expect(clustered).toHaveLength(2);
    for (const { sums, weights, mean, errors } of clustered) {
      for (const [correction, expected] of Object.entries(errors)) {
        const found = clusteredMean(sums, weights, correction as ClusterCorrection);
        expectNear(found.mean, mean, 'mean');
        expectNear(found.error ?? Number.NaN, expected, correction);
        expect(found.clusters).toBe(9);
      }
    }
  });

  test('a single cluster has no error', () => {
    expect(clusteredMean([2, 0], [4, 0])).toEqual({ mean: 0.5, error: null, clusters: 1 });
  });
});

test("Student's interval, as R has it", () => {
  const mean = weightedMean(values);
  const error = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1) / values.length);
  const { low, high } = studentInterval(mean, error, values.length - 1, 0.9);
  expectNear(low, tInterval[0], 'low');
  expectNear(high, tInterval[1], 'high');
});

test('quantiles, as R has them', () => {
  expect(quantiles).toHaveLength(7);
  for (const [index, expected] of quantiles.entries()) expectNear(quantile(values, q[index] ?? 0), expected, `quantile ${q[index]}`);
});

test.each([
  [() => weightedMean([]), 'there are no values; allowed: at least one'],
  [() => weightedMean([1], [0]), 'the sum of the weights is 0; allowed: a finite number above 0'],
  [() => weightedMean([Number.NaN]), 'values[0] is NaN; allowed: a finite number'],
  [() => clusteredMean([1], [1, 2]), 'the number of weights is 2; allowed: 1, one for each value'],
  [() => studentInterval(0, -1, 2), 'error is -1; allowed: a number from 0 to 1.7976931348623157e+308'],
  [() => quantile([], 0.5), 'there are no values; allowed: at least one'],
  [() => quantile([1], 2), 'q is 2; allowed: a number from 0 to 1'],
  [() => quantile([1, Infinity], 1), 'the largest value is Infinity; allowed: a finite number'],
])('%s says what is allowed', (call, message) => {
  expect(call).toThrow(new RangeError(message));
});
