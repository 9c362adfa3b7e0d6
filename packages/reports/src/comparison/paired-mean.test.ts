import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPairedMean, type PairedMean } from './paired-mean.js';

function meanOf(items: readonly (readonly [cluster: string, difference: number, weight: number])[]): PairedMean {
  const mean = createPairedMean();
  for (const item of items) mean.add(...item);
  return mean;
}

describe('the mean difference and its standard error', () => {
  test('with equal weights: the standard deviation by the root of the number of cases', () => {
    // Deviations .46667, −.53333, .06667; their squares sum to .506667; √(.506667 / 2 / 3) = .290593.
    const mean = meanOf([
      ['a', 0.5, 1],
      ['b', -0.5, 1],
      ['c', 0.1, 1],
    ]);
    expect(mean.mean()).toBeCloseTo(0.1 / 3, 12);
    expect(mean.standardError()).toBeCloseTo(0.290_593, 6);
  });

  test('weights count: (3·1 + 1·0) / 4, √(2/1 · (.75² + .75²)) / 4', () => {
    const mean = meanOf([
      ['a', 1, 3],
      ['b', 0, 1],
    ]);
    expect(mean.mean()).toBe(0.75);
    expect(mean.standardError()).toBeCloseTo(0.375, 12);
  });

  test('variants of one case are not independent: they are one cluster', () => {
    // Two differences of 1 in one case, one of 0 in another: √(2/1 · ((2 − 4/3)² + (2/3)²)) / 3 = 4/9.
    const mean = meanOf([
      ['a', 1, 1],
      ['a', 1, 1],
      ['b', 0, 1],
    ]);
    expect(mean.mean()).toBeCloseTo(2 / 3, 12);
    expect(mean.standardError()).toBeCloseTo(4 / 9, 12);
  });

  test('weight 0 has no part, and without weight there is neither mean nor error', () => {
    expect(meanOf([]).mean()).toBeNull();
    expect(meanOf([['a', 1, 0]]).mean()).toBeNull();
    expect(meanOf([['a', 1, 0]]).standardError()).toBeNull();
    const one = meanOf([
      ['a', 0.5, 2],
      ['b', 1, 0],
    ]);
    expect([one.mean(), one.standardError()]).toEqual([0.5, null]);
  });

  const item = fc.tuple(
    fc.constantFrom('a', 'b', 'c', 'd'),
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.double({ min: 0.01, max: 10, noNaN: true }),
  );

  test('the sign of every difference turned turns the sign of the mean, exactly, and keeps the error', () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1 }), (items) => {
        const turned = meanOf(items.map(([cluster, difference, weight]) => [cluster, -difference, weight] as const));
        const mean = meanOf(items);
        expect((turned.mean() ?? Number.NaN) + (mean.mean() ?? Number.NaN)).toBe(0);
        expect(turned.standardError()).toBe(mean.standardError());
      }),
    );
  });

  test('the unit of the weights means nothing', () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1 }), (items) => {
        const scaled = meanOf(items.map(([cluster, difference, weight]) => [cluster, difference, weight * 8] as const));
        const mean = meanOf(items);
        expect(scaled.mean()).toBeCloseTo(mean.mean() ?? Number.NaN, 12);
        expect(scaled.standardError() ?? 0).toBeCloseTo(mean.standardError() ?? 0, 9);
      }),
    );
  });
});
