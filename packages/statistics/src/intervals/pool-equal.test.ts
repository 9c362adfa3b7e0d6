import { expect, test } from 'vitest';
import { createRandom } from '../chance/random.js';
import { gaffkeRatio, gaffkeTest } from './gaffke-ratio.js';
import { poolEqual } from './pool-equal.js';

const random = createRandom(3);
/** Differences of passes and fails, some cases weighing twice. */
const weights = Float64Array.from({ length: 2000 }, () => 1 + random.below(2));
const sums = weights.map((weight) => weight * (random.below(3) - 1));

test('equal observations are one group, whichever their order, and few or all different ones stay as they are', () => {
  const of = (size: number, value: (index: number) => number) => ({ sums: Float64Array.from({ length: size }, (_, index) => value(index)), weights: new Float64Array(size).fill(1), counts: new Float64Array(size).fill(1), endWeight: 1 });
  const pooled = poolEqual(of(900, (index) => (index % 3) / 2));
  expect([[...pooled.sums], [...pooled.weights], [...pooled.counts], pooled.endWeight]).toEqual([[0, 0.5, 1], [1, 1, 1], [300, 300, 300], 1]);
  for (const left of [of(255, () => 0), of(5000, (index) => index / 5000)]) expect(poolEqual(left)).toBe(left);
});

test('an interval and its tests are the same with groups that are named', () => {
  const groups = new Map<string, { sum: number; weight: number; count: number }>();
  for (const [index, sum] of sums.entries()) {
    const weight = weights[index] ?? 0;
    const key = `${sum} ${weight}`;
    groups.set(key, { sum, weight, count: (groups.get(key)?.count ?? 0) + 1 });
  }
  const named = [...groups.values()];
  const range = { low: -1, high: 1 };
  const counted = { ...range, counts: named.map(({ count }) => count) };
  const [ofSums, ofWeights] = [named.map(({ sum }) => sum), named.map(({ weight }) => weight)];
  expect(gaffkeRatio(sums, weights, range)).toEqual(gaffkeRatio(ofSums, ofWeights, counted));
  expect(gaffkeTest(sums, weights, -0.02, range)).toEqual(gaffkeTest(ofSums, ofWeights, -0.02, counted));
});
