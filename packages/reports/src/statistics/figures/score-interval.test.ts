import { clopperPearson, gaffke, gaffkeRatio } from '@assay/statistics';
import { describe, expect, test } from 'vitest';
import { MOST_CLUSTERS } from './clusters.js';
import { createScoreInterval } from './score-interval.js';

interface Spec {
  readonly score: number | null;
  readonly caseId?: string;
  readonly conversationId?: string;
  readonly caseWeight?: number;
}

function intervalOf(specs: readonly Spec[], triedOnce = true) {
  const builder = createScoreInterval();
  for (const [index, spec] of specs.entries()) builder.add({ caseId: `c${index}`, caseWeight: 1, ...spec });
  return builder.value(triedOnce);
}

describe('the interval of a mean', () => {
  test('passes and fails, each once: Clopper and Pearson', () => {
    const found = intervalOf([1, 1, 1, 0, 1, 1].map((score) => ({ score })));
    const { low, high } = clopperPearson(5, 6);
    expect(found).toMatchObject({ level: 0.95, clusters: 6, method: 'clopper_pearson' });
    expect(found?.low).toBeCloseTo(low, 8);
    expect(found?.high).toBeCloseTo(high, 8);
  });

  test('other scores: Gaffke', () => {
    const scores = [0.25, 1, 0.75, 1, 0];
    const found = intervalOf(scores.map((score) => ({ score })));
    expect(found).toMatchObject({ clusters: 5, method: 'gaffke' });
    expect(found?.low).toBeCloseTo(gaffke(scores).low, 8);
    expect(found?.high).toBeCloseTo(gaffke(scores).high, 8);
  });

  test('repeats of a case are one observation: ten times the same tells no more than once', () => {
    const once = intervalOf([1, 0, 1].map((score) => ({ score })));
    const repeated = intervalOf([1, 0, 1].flatMap((score, index) => Array.from({ length: 10 }, () => ({ score, caseId: `c${index}` }))), false);
    expect(repeated).toMatchObject({ clusters: 3, method: 'gaffke', low: once?.low, high: once?.high });
  });

  test('a conversation is one observation; case and conversation of one name are two', () => {
    const turns = [1, 0, 1, 1].map((score) => ({ score, conversationId: 'c9' }));
    const found = intervalOf([...turns, { score: 1, caseId: 'c9' }]);
    const { low } = gaffkeRatio([3, 1], [4, 1]);
    expect(found).toMatchObject({ clusters: 2, method: 'gaffke' });
    expect(found?.low).toBeCloseTo(low, 8);
  });

  test('weights count, rows without weight do not', () => {
    const found = intervalOf([{ score: 1, caseWeight: 5 }, { score: 0 }, { score: null }, { score: 0, caseWeight: 0 }]);
    const { low, high } = gaffkeRatio([5, 0], [5, 1]);
    expect(found).toMatchObject({ clusters: 2, method: 'gaffke' });
    expect(found?.low).toBeCloseTo(low, 8);
    expect(found?.high).toBeCloseTo(high, 8);
    expect(intervalOf([{ score: null }, { score: 1, caseWeight: 0 }])).toBeUndefined();
  });

  test('of rows without a score the weight counts: what may lie beyond weighs as much as the heaviest of all', () => {
    const lost = intervalOf([{ score: 1 }, { score: 1 }, { score: 1 }, { score: null, caseWeight: 5 }]);
    const { low } = gaffkeRatio([1, 1, 1], [1, 1, 1], { largestWeight: 5 });
    expect(lost).toMatchObject({ clusters: 3, method: 'gaffke', high: 1 });
    expect(lost?.low).toBeCloseTo(low, 8);
    expect(low).toBeLessThan(clopperPearson(3, 3).low);
  });

  test('a conversation that lost all of its scores weighs as much as its turns do, and a case as much as its repeats', () => {
    const passes = ['a', 'b', 'c'].map((caseId) => ({ score: 1, caseId }));
    const turns = [1, 2, 3, 4].map((turn) => ({ score: null, caseId: `turn ${turn}`, conversationId: 'talk' }));
    const { low } = gaffkeRatio([1, 1, 1], [1, 1, 1], { largestWeight: 4 });
    expect(intervalOf([...passes, ...turns])?.low).toBeCloseTo(low, 8);
    expect(intervalOf([...passes, ...[1, 2, 3, 4].map(() => ({ score: null, caseId: 'd' }))], false)?.low).toBeCloseTo(low, 8);
  });

  test('rows without a score that weigh no more than others change nothing', () => {
    const scores = [0.25, 1, 0.75, 1, 0].map((score) => ({ score, caseWeight: 2 }));
    expect(intervalOf([...scores, { score: null, caseWeight: 2 }])).toEqual(intervalOf(scores));
    expect(intervalOf([...scores, { score: null, caseWeight: 1 }])).toEqual(intervalOf(scores));
    const passes = [1, 1, 0].map((score) => ({ score }));
    expect(intervalOf([...passes, { score: null }])).toEqual(intervalOf(passes));
  });

  test('weights beyond all bounds break nothing', () => {
    const found = intervalOf([1.7e308, 1.7e308, 5e-324, 1].map((caseWeight, index) => ({ score: index / 3, caseWeight })));
    expect(found?.low).toBeGreaterThanOrEqual(0);
    expect(found?.high).toBeLessThanOrEqual(1);
  });

  test('any order of any number of cases gives the same, and many are put together without harm', () => {
    const specs = Array.from({ length: 4 * MOST_CLUSTERS }, (_, index): Spec => ({ score: ((index * 7919) % 101) / 100, caseId: `case-${index % (3 * MOST_CLUSTERS)}`, caseWeight: 1 + (index % 3) / 10 }));
    const found = intervalOf(specs, false);
    expect(intervalOf(specs.toReversed(), false)).toEqual(found);
    expect(intervalOf(specs.toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0)), false)).toEqual(found);
    expect(found?.clusters).toBeLessThanOrEqual(MOST_CLUSTERS);
    expect(found?.clusters).toBeGreaterThan(0.9 * MOST_CLUSTERS);
    const apart = new Map<string, { sum: number; weight: number }>();
    for (const { score, caseId = '', caseWeight = 1 } of specs) {
      const { sum, weight } = apart.get(caseId) ?? { sum: 0, weight: 0 };
      apart.set(caseId, { sum: sum + caseWeight * (score ?? 0), weight: weight + caseWeight });
    }
    const exact = gaffkeRatio([...apart.values()].map(({ sum }) => sum), [...apart.values()].map(({ weight }) => weight));
    const width = (found?.high ?? 0) - (found?.low ?? 0);
    expect(width / (exact.high - exact.low)).toBeGreaterThan(0.9);
    expect(width / (exact.high - exact.low)).toBeLessThan(1.15);
  });
});
