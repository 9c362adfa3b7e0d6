import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { weightedMean, type WeightedItem } from './weighted-mean.js';

describe('weightedMean', () => {
  test.each<[string, readonly WeightedItem[], number]>([
    ['weights 3 and 1 on 1 and .5', [{ score: 1, weight: 3 }, { score: 0.5, weight: 1 }], 0.875],
    ['one item', [{ score: 0.3, weight: 7 }], 0.3],
    ['equal weights', [1, 0.75, 0.5].map((score) => ({ score, weight: 1 })), 0.75],
    ['a weight of 0 takes part in nothing', [{ score: 0, weight: 0 }, { score: 1, weight: 1 }], 1],
  ])('%s', (_title, items, expected) => {
    const { score, bounds } = weightedMean(items);
    expect(score).toBe(expected);
    expect(bounds).toEqual({ worst: expected, best: expected });
  });

  test('what is unscored leaves the mean and shows in the bounds: 0 at worst, 1 at best', () => {
    expect(
      weightedMean([
        { score: 1, weight: 1 },
        { score: null, weight: 1 },
      ]),
    ).toEqual({ score: 1, bounds: { worst: 0.5, best: 1 } });
  });

  test('an item that is unscored in part brings its own bounds', () => {
    expect(
      weightedMean([
        { score: 0.5, weight: 1, bounds: { worst: 0.25, best: 0.75 } },
        { score: null, weight: 1, bounds: { worst: 0, best: 0.5 } },
      ]),
    ).toEqual({ score: 0.5, bounds: { worst: 0.125, best: 0.625 } });
  });

  test.each<[string, readonly WeightedItem[]]>([
    ['no items', []],
    ['all weights 0', [{ score: 1, weight: 0 }, { score: 0, weight: 0 }]],
    ['nothing scored', [{ score: null, weight: 1 }]],
    ['nothing scored but what weighs nothing', [{ score: null, weight: 1 }, { score: 1, weight: 0 }]],
  ])('%s: no score, never a 0 and never a pass', (_title, items) => {
    expect(weightedMean(items)).toEqual({ score: null, bounds: { worst: 0, best: 1 } });
  });

  test.each([Number.MAX_VALUE, Number.MIN_VALUE, 1e200, 1e-200])('weights of %d neither overflow nor vanish', (weight) => {
    const { score, bounds } = weightedMean([
      { score: 1, weight },
      { score: 0.5, weight },
      { score: null, weight },
    ]);
    expect(score).toBe(0.75);
    expect(bounds.worst).toBeCloseTo(0.5, 12);
    expect(bounds.best).toBeCloseTo(2.5 / 3, 12);
  });

  test('takes any iterable', () => {
    expect(weightedMean(new Set([{ score: 0.5, weight: 1 }])).score).toBe(0.5);
  });
});

describe('weightedMean, whatever the items', () => {
  const unit = fc.double({ min: 0, max: 1, noNaN: true });
  const bounds = fc.tuple(unit, unit).map(([a, b]) => ({ worst: Math.min(a, b), best: Math.max(a, b) }));
  const item: fc.Arbitrary<WeightedItem> = fc.record({
    score: fc.option(unit),
    weight: fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 1e6, noNaN: true })),
  });
  const inPart: fc.Arbitrary<WeightedItem> = fc
    .tuple(bounds, unit, fc.double({ min: 0, max: 100, noNaN: true }))
    .map(([range, share, weight]) => ({
      score: range.worst + (range.best - range.worst) * share,
      weight,
      bounds: range,
    }));
  const items = fc.array(fc.oneof(item, inPart), { maxLength: 20 });
  const NOISE = 1e-12;

  test('the score is within the lowest and the highest score, and in [0, 1]', () => {
    fc.assert(
      fc.property(items, (list) => {
        const { score } = weightedMean(list);
        const scores = list.flatMap((one) => (one.score === null || one.weight === 0 ? [] : [one.score]));
        if (score === null) {
          expect(scores).toEqual([]);
          return;
        }
        expect(score).toBeGreaterThanOrEqual(Math.min(...scores) - NOISE);
        expect(score).toBeLessThanOrEqual(Math.max(...scores) + NOISE);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('the bounds are in [0, 1] and enclose the score', () => {
    fc.assert(
      fc.property(items, (list) => {
        const { score, bounds: range } = weightedMean(list);
        expect(range.worst).toBeGreaterThanOrEqual(0);
        expect(range.best).toBeLessThanOrEqual(1);
        expect(range.worst).toBeLessThanOrEqual((score ?? 1) + NOISE);
        expect(range.best).toBeGreaterThanOrEqual((score ?? 0) - NOISE);
      }),
    );
  });

  test('when everything is scored the bounds are the score', () => {
    const scored = fc.record({ score: unit, weight: fc.double({ min: 0, max: 1e6, noNaN: true }) });
    fc.assert(
      fc.property(fc.array(scored, { minLength: 1 }), (list) => {
        const { score, bounds: range } = weightedMean(list);
        if (score !== null) expect(range).toEqual({ worst: score, best: score });
      }),
    );
  });

  test('the order of the items changes nothing beyond rounding', () => {
    fc.assert(
      fc.property(
        items.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
        ),
        ([list, shuffled]) => {
          const a = weightedMean(list);
          const b = weightedMean(shuffled);
          expect(b.score === null).toBe(a.score === null);
          expect(Math.abs((a.score ?? 0) - (b.score ?? 0))).toBeLessThan(NOISE);
          expect(Math.abs(a.bounds.worst - b.bounds.worst)).toBeLessThan(NOISE);
          expect(Math.abs(a.bounds.best - b.bounds.best)).toBeLessThan(NOISE);
        },
      ),
    );
  });

  test('the worst and the best case are what the mean is when the unscored are 0 or 1', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 20 }), (list) => {
        const { bounds: range } = weightedMean(list);
        const filled = (value: number): number | null =>
          weightedMean(list.map((one) => ({ ...one, score: one.score ?? value }))).score;
        expect(range.worst).toBeCloseTo(filled(0) ?? 0, 12);
        expect(range.best).toBeCloseTo(filled(1) ?? 1, 12);
      }),
    );
  });

  test('an item of weight 0 changes nothing', () => {
    fc.assert(
      fc.property(items, fc.option(unit), (list, score) => {
        expect(weightedMean([...list, { score, weight: 0 }])).toEqual(weightedMean(list));
      }),
    );
  });
});
