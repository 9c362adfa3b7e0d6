import { createRandom, gaffkeTest } from '@assay/statistics';
import { describe, expect, test } from 'vitest';
import { clusterUnits, type ChangeUnit } from './change-unit.js';
import { meanChange } from './mean-change.js';

const ALPHA = 0.05;

const unit = (name: number, before: readonly number[], after: readonly number[], weight = 1): ChangeUnit => ({ cluster: String(name), weight, cases: 1, before, after });

function isDecided(units: readonly ChangeUnit[], margin: number): boolean {
  const { sums, weights } = clusterUnits(units);
  const { less, greater } = gaffkeTest(sums, weights, -margin, { low: -1, high: 1 });
  return Math.min(less, greater) <= ALPHA;
}

describe('what would mostly decide a margin mostly does', () => {
  test.each([
    { cases: 6, repeats: 5, before: 0.8, after: 0.8, margin: 0.1, heavy: 1 },
    { cases: 20, repeats: 3, before: 0.9, after: 0.9, margin: 0.1, heavy: 1 },
    { cases: 20, repeats: 3, before: 0.9, after: 0.6, margin: 0.1, heavy: 1 },
    { cases: 60, repeats: 5, before: 0.98, after: 0.98, margin: 0.05, heavy: 1 },
    { cases: 100, repeats: 3, before: 0.67, after: 0.67, margin: 0.05, heavy: 1 },
    { cases: 40, repeats: 5, before: 0.9, after: 0.9, margin: 0.1, heavy: 10 },
  ])('%j', ({ cases, repeats, before, after, margin, heavy }) => {
    const random = createRandom(7);
    const replies = (rate: number, count: number): number[] => Array.from({ length: count }, () => (random.unit() < rate ? 1 : 0));
    const share = (make: () => readonly ChangeUnit[]): number => Array.from({ length: 40 }, () => isDecided(make(), margin)).filter(Boolean).length / 40;
    const [byCases, byRepeats]: [number[], number[]] = [[], []];
    for (let draw = 0; draw < 12; draw += 1) {
      const sample = Array.from({ length: cases }, (_, index) => unit(index, replies(before, repeats), replies(after, repeats), index < 2 ? heavy : 1));
      const found = meanChange(sample, { alpha: ALPHA, margin, seed: 1 });
      if (!found?.needed || isDecided(sample, margin)) continue;
      const { needed } = found;
      expect(needed.cases ?? cases + 1).toBeGreaterThan(cases);
      if (needed.cases !== null && needed.cases < 2000) byCases.push(share(() => Array.from({ length: needed.cases ?? 0 }, (_, index) => ({ ...(sample[random.below(cases)] as ChangeUnit), cluster: String(index) }))));
      if (needed.repeats !== null && needed.repeats < 100) byRepeats.push(share(() => sample.map((each, index) => unit(index, replies(found.before, needed.repeats ?? 0), replies(found.after, needed.repeats ?? 0), each.weight))));
    }
    const mean = (shares: readonly number[]): number => shares.reduce((sum, each) => sum + each, 0) / shares.length;
    expect(byCases.length).toBeGreaterThan(1);
    for (const shares of [byCases, ...(byRepeats.length > 1 ? [byRepeats] : [])]) {
      expect(mean(shares)).toBeGreaterThan(0.65);
      expect(mean(shares)).toBeLessThan(0.95);
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
