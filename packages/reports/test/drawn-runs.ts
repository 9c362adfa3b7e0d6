import { createRandom, gaffkeTest } from '@assay/statistics';
import { expect } from 'vitest';
import { clusterUnits, type ChangeUnit } from '../src/comparison/change/change-unit.js';
import { meanChange } from '../src/comparison/change/mean-change.js';

export const ALPHA = 0.05;

export const unit = (name: number, before: readonly number[], after: readonly number[], weight = 1): ChangeUnit => ({ cluster: String(name), weight, cases: 1, before, after });

export function isDecided(units: readonly ChangeUnit[], margin: number): boolean {
  const { sums, weights } = clusterUnits(units);
  const { less, greater } = gaffkeTest(sums, weights, -margin, { low: -1, high: 1 });
  return Math.min(less, greater) <= ALPHA;
}

interface DrawnRuns {
  readonly cases: number;
  readonly repeats: number;
  readonly before: number;
  readonly after: number;
  readonly margin: number;
  readonly heavy: number;
}

/** Draws runs, and as many cases or repeats as each of them is said to need. @returns how often a margin is decided with these */
function sharesDecided({ cases, repeats, before, after, margin, heavy }: DrawnRuns) {
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
  return { byCases, byRepeats };
}

const mean = (shares: readonly number[]): number => shares.reduce((sum, each) => sum + each, 0) / shares.length;

/** How often what is said to decide a margin does so, on average: with more cases, and with more repeats where these would do. */
export function meanShares(runs: DrawnRuns): readonly number[] {
  const { byCases, byRepeats } = sharesDecided(runs);
  expect(byCases.length).toBeGreaterThan(1);
  return [byCases, ...(byRepeats.length > 1 ? [byRepeats] : [])].map(mean);
}
