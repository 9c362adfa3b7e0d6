import { clopperPearson, gaffkeRatio } from '@assay/statistics';
import { describe, expect, test } from 'vitest';
import { intervalText } from '../components/marks/interval.js';
import { ClusteredScores, pooledMean } from './intervals.js';

function meanOf(scores: readonly (readonly [cluster: number, score: number, weight?: number])[], options = {}) {
  const clustered = new ClusteredScores({ slots: 1000, once: true, ...options });
  for (const [cluster, score, weight = 1] of scores) clustered.add(cluster, score, weight, true);
  return clustered.end();
}

describe('the mean of scores', () => {
  test('knows how heavy a case is that has no score, as the summary of a run does', () => {
    const light = [[0, 1], [1, 1], [2, 1]] as const;
    expect(meanOf([...light, [3, Number.NaN, 5]])).toEqual({ mean: 1, interval: gaffkeRatio([1, 1, 1], [1, 1, 1], { largestWeight: 5 }) });
    expect(meanOf([...light, [3, Number.NaN]])).toEqual(meanOf(light));
    const clustered = new ClusteredScores({ slots: 1000, once: true });
    for (const [cluster, score] of light) clustered.add(cluster, score, 1, true);
    for (let turn = 0; turn < 4; turn += 1) clustered.add(3, Number.NaN, 1, false);
    expect(clustered.end().interval).toEqual(gaffkeRatio([1, 1, 1], [1, 1, 1], { largestWeight: 4 }));
  });

  test('is weighted, and lies in its interval', () => {
    const { mean, interval } = meanOf([[0, 1, 3], [1, 0.5], [2, 0.5]]);
    expect(mean).toBeCloseTo((3 + 0.5 + 0.5) / 5, 12);
    expect(interval?.low).toBeLessThan(mean ?? 0);
    expect(interval?.high).toBeGreaterThan(mean ?? 1);
  });

  test('of verdicts on cases that were tried once is a share, and has its exact interval', () => {
    expect(meanOf([[0, 1], [1, 1], [2, 0]])).toEqual({ mean: 2 / 3, interval: clopperPearson(2, 3) });
  });

  test('repeats of a case tell no more than one of them', () => {
    const once = meanOf([[0, 0.9], [1, 0.4]]);
    const often = meanOf([[0, 0.9], [0, 0.9], [0, 0.9], [1, 0.4], [1, 0.4], [1, 0.4]], { once: false });
    expect(often.mean).toBeCloseTo(once.mean ?? 0, 12);
    expect(often.interval?.low).toBeCloseTo(once.interval?.low ?? 0, 9);
    expect(often.interval?.high).toBeCloseTo(once.interval?.high ?? 0, 9);
  });

  test('nothing scored has none, and neither has what weighs nothing', () => {
    expect(meanOf([])).toEqual({ mean: undefined, interval: undefined });
    expect(meanOf([[0, 1, 0]])).toEqual({ mean: undefined, interval: undefined });
  });

  test('clusters beyond a bound are put together', () => {
    const scores = Array.from({ length: 1000 }, (_, at) => [at, (at % 10) / 10] as const);
    const [all, few] = [meanOf(scores), meanOf(scores, { slots: 64 })];
    expect(few.mean).toBeCloseTo(all.mean ?? 0, 9);
    expect(few.interval?.low).toBeLessThan(few.mean ?? 0);
  });
});

describe('the mean of means', () => {
  const part = (of: string, mean: number, weight: number) => ({ of, mean, weight, interval: { low: mean - 0.1, high: mean + 0.1 } });

  test('of one part is itself', () => expect(pooledMean([part('a', 0.5, 7)])).toEqual({ mean: 0.5, interval: { low: 0.4, high: 0.6 } }));

  test('what is off adds up where parts hang together, and levels out where they do not', () => {
    expect(pooledMean([part('a', 0.4, 1), part('a', 0.6, 1)]).interval?.low).toBeCloseTo(0.4, 12);
    expect(pooledMean([part('a', 0.4, 1), part('b', 0.6, 1)]).interval?.low).toBeCloseTo(0.5 - Math.hypot(0.05, 0.05), 12);
  });

  test('parts without a score take no part', () => {
    expect(pooledMean([part('a', 0.5, 1), { of: 'b', mean: undefined, interval: undefined, weight: 0 }]).mean).toBe(0.5);
    expect(pooledMean([])).toEqual({ mean: undefined, interval: undefined });
  });

  test('a part whose interval nobody wrote down counts, and leaves the mean without one', () => {
    expect(pooledMean([part('a', 0.4, 1), { of: 'b', mean: 0.8, interval: undefined, weight: 3 }])).toEqual({ mean: expect.closeTo(0.7, 12), interval: undefined });
  });
});

test('ends of an interval are rounded outwards', () => {
  expect(intervalText({ low: 0.719, high: 0.981 })).toBe('0.71–0.99');
  expect(intervalText({ low: 0.71, high: 1 })).toBe('0.71–1.00');
});

test('the number of cases stands beside an interval where they have several scores, or weigh more and less', () => {
  const clustersOf = (scores: readonly (readonly [cluster: number, score: number, weight: number])[], once: boolean): number | undefined => {
    const clustered = new ClusteredScores({ slots: 10, once });
    for (const [cluster, score, weight] of scores) clustered.add(cluster, score, weight, true);
    return clustered.end().interval?.over;
  };
  expect(clustersOf([[0, 0.5, 1], [1, 1, 1]], true)).toBeUndefined();
  expect(clustersOf([[0, 0.5, 1], [1, 1, 5]], true)).toBe(2);
  expect(clustersOf([[0, 0.5, 1], [0, 1, 1], [1, 1, 1]], false)).toBe(2);
});
