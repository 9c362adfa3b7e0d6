import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createQuantiles, EXACT_VALUES, RELATIVE_ERROR } from './quantiles.js';

function quantiles(values: readonly number[]): ReturnType<typeof createQuantiles> {
  const result = createQuantiles();
  for (const value of values) result.add(value);
  return result;
}

describe('up to some thousand values quantiles are exact', () => {
  test.each([
    [[], 0.5, null],
    [[7], 0.95, 7],
    [[4, 1, 3, 2], 0.5, 2.5],
    [[1, 2, 3, 4, 5], 0.5, 3],
    [Array.from({ length: 101 }, (_, index) => index), 0.95, 95],
  ])('of %j the quantile %d is %s', (values, q, expected) => {
    expect(quantiles(values).at(q)).toBe(expected);
  });
});

describe('beyond that the error is at most 1 %', () => {
  const many = Array.from({ length: EXACT_VALUES * 3 }, (_, index) => 50 + ((index * 7919) % 100_003));
  const sorted = many.toSorted((a, b) => a - b);

  test.each([0, 0.01, 0.5, 0.95, 0.999, 1])('at the quantile %d', (q) => {
    const truth = sorted[Math.round((sorted.length - 1) * q)] ?? 0;
    const shown = quantiles(many).at(q) ?? 0;
    expect(Math.abs(shown - truth)).toBeLessThanOrEqual(truth * RELATIVE_ERROR * 1.0001);
  });

  test('whatever the order of the values', () => {
    const reversed = quantiles(many.toReversed());
    expect([0.5, 0.95].map((q) => reversed.at(q))).toEqual([0.5, 0.95].map((q) => quantiles(many).at(q)));
  });

  test('no answer lies outside the values', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e9, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (value, q) => {
          expect(quantiles(Array.from({ length: EXACT_VALUES + 1 }, () => value)).at(q)).toBe(value);
        },
      ),
      { numRuns: 20 },
    );
  });
});
