import { createRandom } from '@assay/statistics';
import { describe, expect, test } from 'vitest';
import { ALPHA, meanShares, isDecided, unit } from '../../../test/drawn-runs.js';
import { meanChange } from './mean-change.js';

describe('what would mostly decide a margin mostly does', () => {
  test.each([
    { cases: 6, repeats: 5, before: 0.8, after: 0.8, margin: 0.1, heavy: 1 },
    { cases: 20, repeats: 3, before: 0.9, after: 0.9, margin: 0.1, heavy: 1 },
    { cases: 20, repeats: 3, before: 0.9, after: 0.6, margin: 0.1, heavy: 1 },
  ])('%j', (runs) => {
    for (const share of meanShares(runs)) {
      expect(share).toBeGreaterThan(0.65);
      expect(share).toBeLessThan(0.95);
    }
  });
});

test('where nothing varies it takes as many cases as leave no room for the margin, and repeats do not help', () => {
  const same = (cases: number) => Array.from({ length: cases }, (_, index) => unit(index, [1, 1], [1, 1]));
  const found = meanChange(same(30), { alpha: ALPHA, margin: 0.05, seed: 1 });
  const cases = found?.needed?.cases ?? 0;
  expect(found?.needed?.repeats).toBeNull();
  expect(Math.abs(cases - 58.4)).toBeLessThan(2);
  expect([isDecided(same(cases + 1), 0.05), isDecided(same(cases - 2), 0.05)]).toEqual([true, false]);
});

test('a drop that would mostly be called worse than the margin lies beyond it', () => {
  const random = createRandom(3);
  const units = Array.from({ length: 100 }, (_, index) => unit(index, [random.unit() < 0.9 ? 1 : 0], [random.unit() < 0.9 ? 1 : 0]));
  const { detectable } = meanChange(units, { alpha: ALPHA, margin: 0.1, seed: 1 }) ?? {};
  expect(detectable).toBeGreaterThan(0.15);
  expect(detectable).toBeLessThan(0.35);
});
