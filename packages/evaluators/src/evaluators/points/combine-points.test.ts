import fc from 'fast-check';
import type { PointsBreakdown } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { combinePoints, type CountedItem, type CountedPath, type CountedPoint, type CountedRubric } from './combine-points.js';

type Score = number | null;
/** A score, or a score with a weight. */
type Written = Score | readonly [Score, number];
interface WrittenPath {
  readonly path: readonly Written[];
}
interface WrittenBlock {
  readonly block: readonly (readonly Written[])[];
}
type WrittenItem = Written | WrittenPath | WrittenBlock;

interface WrittenRubric {
  readonly should?: readonly WrittenItem[];
  readonly shouldNot?: readonly WrittenItem[];
}

function isObject(item: WrittenItem): item is WrittenPath | WrittenBlock {
  return typeof item === 'object' && item !== null && !Array.isArray(item);
}

/** Scores after inversion, laid out as a rubric. */
function combine({ should = [], shouldNot = [] }: WrittenRubric): PointsBreakdown {
  const points: CountedPoint[] = [];
  const add = (written: Written): number => {
    const [score, weight] = typeof written === 'object' && written !== null ? written : [written, 1];
    return points.push({ score, weight }) - 1;
  };
  const path = (written: readonly Written[], name: string): CountedPath => ({ name, points: written.map(add) });
  const item = (written: WrittenItem, index: number): CountedItem => {
    if (!isObject(written)) return { kind: 'point', point: add(written) };
    if ('path' in written) return { kind: 'path', ...path(written.path, `path ${index}`) };
    return { kind: 'block', name: `block ${index}`, paths: written.block.map((inner, at) => path(inner, `path ${at}`)) };
  };
  const rubric: CountedRubric = { should: should.map(item), shouldNot: shouldNot.map(item) };
  return combinePoints(points, rubric);
}

describe('how points make a score', () => {
  test('required points give their mean, and the best path is half of the score: ((1+.75+.5)/3 + max(.1, 0))/2 = .425', () => {
    const result = combine({ should: [1, 0.75, 0.5, { path: [0.2, 0] }, { path: [0, 0] }] });
    expect(result.score).toBeCloseTo(0.425, 12);
    expect(result.bounds).toEqual({ worst: result.score, best: result.score });
    expect(result.components).toMatchObject([
      { kind: 'required', score: 0.75, members: [{ point: 0 }, { point: 1 }, { point: 2 }] },
      { kind: 'should_paths', score: 0.1, chosen: 'path 3', paths: [{ score: 0.1, points: [3, 4] }, { score: 0 }] },
    ]);
  });

  test('weights 3 and 1 on 1 and 0.5 give 0.875', () => {
    expect(combine({ should: [[1, 3], 0.5] }).score).toBe(0.875);
  });

  test('a block is one required point with the score of its best path: 1, best path .5, 1 give 2.5/3', () => {
    const result = combine({ should: [1, { block: [[0.75, 0.25], [0]] }, 1] });
    expect(result.score).toBeCloseTo(2.5 / 3, 12);
    expect(result.components).toMatchObject([
      { kind: 'required', members: [{ point: 0 }, { kind: 'block', weight: 1, score: 0.5, chosen: 'path 0' }, { point: 4 }] },
    ]);
  });

  test('a block weighs 1 beside points with weights', () => {
    expect(combine({ should: [[1, 3], { block: [[0], [0]] }] }).score).toBe(0.75);
  });

  test('points of a path are weighed too', () => {
    expect(combine({ should: [{ path: [[1, 3], 0] }] }).score).toBe(0.75);
  });

  test('only paths: the best one is the score', () => {
    expect(combine({ should: [{ path: [0.2] }, { path: [0.6] }, { path: [0.4] }] }).score).toBe(0.6);
  });

  test('required points of should and inverted ones of should_not are one mean', () => {
    const result = combine({ should: [1, 0.5], shouldNot: [0] });
    expect(result.score).toBe(0.5);
    expect(result.components).toHaveLength(1);
  });

  test('in should_not the worst path counts, and a block its worst path', () => {
    expect(combine({ shouldNot: [{ path: [1, 1] }, { path: [0.5, 0] }] }).score).toBe(0.25);
    expect(combine({ should: [1], shouldNot: [{ block: [[1], [0.5]] }] }).score).toBe(0.75);
  });

  test('paths of should and should_not never mix', () => {
    const result = combine({ should: [{ path: [0.5] }], shouldNot: [{ path: [1] }] });
    expect(result.score).toBe(0.75);
    expect(result.components).toMatchObject([
      { kind: 'should_paths', score: 0.5 },
      { kind: 'should_not_paths', score: 1 },
    ]);
    expect(combine({ should: [1, { path: [0.5] }], shouldNot: [1, { path: [0] }] }).score).toBe(0.5);
  });

  test('a path of should_not that is met in full is told, in blocks too; one that is met in part is not', () => {
    expect(combine({ should: [1], shouldNot: [{ path: [0, 0] }, { path: [0, 1] }] }).failed_by).toEqual(['path 0']);
    expect(combine({ shouldNot: [{ block: [[0.5], [0]] }] }).failed_by).toEqual(['block 0, path 1']);
    expect(combine({ shouldNot: [{ path: [0, null] }] }).failed_by).toEqual([]);
    expect(combine({ should: [{ path: [0] }], shouldNot: [0] }).failed_by).toEqual([]);
  });

  test('a path of should_not that unscored points could complete is told apart from one that is met', () => {
    expect(combine({ shouldNot: [{ path: [0, null] }, { path: [0, 0] }] })).toMatchObject({ failed_by: ['path 1'], could_fail_by: ['path 0'] });
    expect(combine({ shouldNot: [{ path: [0.5, null] }, { path: [1] }] })).toMatchObject({ failed_by: [], could_fail_by: [] });
    expect(combine({ shouldNot: [{ block: [[null], [0]] }] })).toMatchObject({ failed_by: ['block 0, path 1'], could_fail_by: ['block 0, path 0'] });
    expect(combine({ should: [{ path: [null] }], shouldNot: [null] }).could_fail_by).toEqual([]);
    // What has no weight decides nothing.
    expect(combine({ shouldNot: [{ path: [[null, 0]] }] }).could_fail_by).toEqual([]);
    expect(combine({ shouldNot: [{ path: [0, [null, 0]] }] })).toMatchObject({ failed_by: ['path 0'], could_fail_by: [] });
  });

  test('a path of should_not could be met exactly when some value of what is unscored meets it', () => {
    const scores = fc.array(fc.constantFrom<number | null>(0, 0, 0.5, 1, null), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(scores, (path) => {
        const { failed_by: failed, could_fail_by: could } = combine({ shouldNot: [{ path }] });
        const worst = combine({ shouldNot: [{ path: path.map((score) => score ?? 0) }] });
        expect([...failed, ...could]).toEqual(worst.failed_by);
        expect(failed).toEqual(combine({ shouldNot: [{ path: path.map((score) => score ?? 1) }] }).failed_by);
      }),
    );
  });

  test('a point of weight 0 does not keep a path of should_not from being met', () => {
    expect(combine({ shouldNot: [{ path: [0, [1, 0]] }] }).failed_by).toEqual(['path 0']);
  });
});

describe('what has no score', () => {
  test('an unscored point leaves the mean and is in the bounds', () => {
    expect(combine({ should: [1, null, 0.5, null] })).toMatchObject({ score: 0.75, bounds: { worst: 0.375, best: 0.875 } });
  });

  test('bounds go through the choice of a path', () => {
    const result = combine({ should: [1, { path: [0.6, null] }, { path: [0.5] }] });
    expect(result.score).toBe(0.8);
    expect(result.bounds.worst).toBeCloseTo((1 + 0.5) / 2, 12);
    expect(result.bounds.best).toBeCloseTo((1 + 0.8) / 2, 12);
  });

  test('in should_not they go through the choice of the worst one', () => {
    const result = combine({ shouldNot: [{ path: [1, null] }, { path: [0.75] }] });
    expect(result).toMatchObject({ score: 0.75, bounds: { worst: 0.5, best: 0.75 } });
  });

  test('of paths with unscored points the one that is best by its scored points counts', () => {
    expect(combine({ should: [{ path: [0.6, null] }, { path: [0.5, 0.5] }] }).components).toMatchObject([
      { chosen: 'path 0', score: 0.6 },
    ]);
  });

  test('a path of unscored points cannot be chosen and widens the bounds', () => {
    const result = combine({ should: [{ path: [null, null] }, { path: [0.25] }] });
    expect(result).toMatchObject({ score: 0.25, bounds: { worst: 0.25, best: 1 } });
    expect(result.components).toMatchObject([{ chosen: 'path 1', paths: [{ score: null }, { score: 0.25 }] }]);
  });

  test('a part without any score leaves the mean; the bounds count it', () => {
    expect(combine({ should: [null, { path: [0.5] }] })).toMatchObject({ score: 0.5, bounds: { worst: 0.25, best: 0.75 } });
    expect(combine({ should: [0.5, { path: [null] }] })).toMatchObject({ score: 0.5, bounds: { worst: 0.25, best: 0.75 } });
  });

  test('a block without any score leaves the mean of the required points', () => {
    expect(combine({ should: [0.5, { block: [[null]] }] })).toMatchObject({ score: 0.5, bounds: { worst: 0.25, best: 0.75 } });
  });

  test('nothing scored is null, from 0 to 1', () => {
    expect(combine({ should: [null, { path: [null] }], shouldNot: [null] })).toMatchObject({
      score: null,
      bounds: { worst: 0, best: 1 },
    });
    expect(combine({})).toEqual({ components: [], score: null, bounds: { worst: 0, best: 1 }, failed_by: [], could_fail_by: [] });
  });

  test('all weights 0 is null', () => {
    expect(combine({ should: [[1, 0], { path: [[1, 0]] }] }).score).toBeNull();
  });

  test('what has weight 0 counts nowhere: not in the mean, not as a path, not in the bounds', () => {
    const sure = { score: 0.5, bounds: { worst: 0.5, best: 0.5 } };
    expect(combine({ should: [0.5, [1, 0], [null, 0]] })).toMatchObject(sure);
    expect(combine({ should: [[1, 0], { path: [0.5] }] })).toMatchObject(sure);
    expect(combine({ should: [{ path: [0.5] }, { path: [[1, 0]] }] })).toMatchObject(sure);
    expect(combine({ should: [0.5, { path: [[1, 0]] }] })).toMatchObject(sure);
    expect(combine({ should: [0.5, { block: [[[1, 0]]] }] })).toMatchObject(sure);
    expect(combine({ should: [0.5], shouldNot: [{ path: [[1, 0], [null, 0]] }] })).toMatchObject(sure);
  });

  test('an unscored weight, however large, takes nothing from the scored ones', () => {
    expect(combine({ should: [[0.5, 1e-200], [null, 1e300]] }).score).toBe(0.5);
  });
});

const score: fc.Arbitrary<number> = fc.oneof(fc.constantFrom(0, 0.25, 0.5, 0.75, 1), fc.double({ min: 0, max: 1, noNaN: true }));
const weight: fc.Arbitrary<number> = fc.oneof(fc.constantFrom(0, 1, 1, 2), fc.double({ min: 0, max: 100, noNaN: true }));
const point: fc.Arbitrary<Written> = fc.tuple(fc.option(score, { freq: 4, nil: null }), weight);
const path = fc.array(point, { minLength: 1, maxLength: 4 });
const item: fc.Arbitrary<WrittenItem> = fc.oneof(
  { arbitrary: point, weight: 3 },
  { arbitrary: path.map((written) => ({ path: written })), weight: 1 },
  { arbitrary: fc.array(path, { minLength: 1, maxLength: 3 }).map((block) => ({ block })), weight: 1 },
);
const rubric: fc.Arbitrary<WrittenRubric> = fc.record({
  should: fc.array(item, { maxLength: 7 }),
  shouldNot: fc.array(item, { maxLength: 4 }),
});

/** Another order of all lists of a rubric, decided by a number. */
function shuffled(written: WrittenRubric, seed: number): WrittenRubric {
  let state = seed;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const shuffle = <T>(list: readonly T[]): T[] =>
    list.reduce<T[]>((result, element) => result.toSpliced(random(result.length + 1), 0, element), []);
  const within = (element: WrittenItem): WrittenItem => {
    if (!isObject(element)) return element;
    return 'path' in element ? { path: shuffle(element.path) } : { block: shuffle(element.block.map(shuffle)) };
  };
  const list = (items: readonly WrittenItem[] = []): WrittenItem[] => shuffle(items.map(within));
  return { should: list(written.should), shouldNot: list(written.shouldNot) };
}

/** A rubric with every unscored point, and what is empty without it, taken out. */
function withoutUnscored(written: WrittenRubric): WrittenRubric {
  const scored = (list: readonly Written[]): Written[] => list.filter((entry) => Array.isArray(entry) && entry[0] !== null);
  const list = (items: readonly WrittenItem[] = []): WrittenItem[] =>
    items.flatMap((element): WrittenItem[] => {
      if (!isObject(element)) return scored([element]);
      const paths = ('path' in element ? [element.path] : element.block).map(scored).filter(({ length }) => length > 0);
      if (paths.length === 0) return [];
      return 'path' in element ? paths.map((left) => ({ path: left })) : [{ block: paths }];
    });
  return { should: list(written.should), shouldNot: list(written.shouldNot) };
}

/** A rubric with a score in place of every missing one. */
function filled(written: WrittenRubric, missing: () => number): WrittenRubric {
  const fill = (entry: Written): Written => (Array.isArray(entry) ? [entry[0] ?? missing(), entry[1]] : entry);
  const list = (items: readonly WrittenItem[] = []): WrittenItem[] =>
    items.map((element) => {
      if (!isObject(element)) return fill(element);
      return 'path' in element ? { path: element.path.map(fill) } : { block: element.block.map((inner) => inner.map(fill)) };
    });
  return { should: list(written.should), shouldNot: list(written.shouldNot) };
}

test('equal scores of different weights are summed in one order, so that the last bit is the same', () => {
  const points = [[0.3, 0.3], [0.3, 0.6], [0.3, 1.1], [0.95, 1]] as const;
  const orders = [[0, 1, 2, 3], [0, 2, 1, 3], [1, 0, 2, 3], [1, 2, 0, 3], [2, 0, 1, 3], [2, 1, 0, 3]];
  const scores = orders.map((order) => combine({ should: order.map((index) => points[index] ?? [0, 0]) }).score);
  expect(new Set(scores).size).toBe(1);
});

describe('for every rubric', () => {
  test('the order of points, paths and blocks changes neither score nor bounds, to the last bit', () => {
    fc.assert(
      fc.property(rubric, fc.nat(), (written, seed) => {
        const one = combine(written);
        const other = combine(shuffled(written, seed));
        expect(other.score).toBe(one.score);
        expect(other.bounds).toEqual(one.bounds);
        expect(other.failed_by).toHaveLength(one.failed_by.length);
        expect(other.could_fail_by).toHaveLength(one.could_fail_by.length);
      }),
      { numRuns: 1000 },
    );
  });

  test('taking unscored points out changes no score: they are in no denominator', () => {
    fc.assert(
      fc.property(rubric, (written) => {
        expect(combine(withoutUnscored(written)).score).toBe(combine(written).score);
      }),
      { numRuns: 1000 },
    );
  });

  test('the score is within its bounds, and they within 0 and 1', () => {
    fc.assert(
      fc.property(rubric, (written) => {
        const { score: total, bounds } = combine(written);
        expect(bounds.worst).toBeGreaterThanOrEqual(0);
        expect(bounds.best).toBeLessThanOrEqual(1 + 1e-12);
        expect(bounds.worst).toBeLessThanOrEqual(bounds.best);
        if (total === null) return;
        expect(total).toBeGreaterThanOrEqual(bounds.worst);
        expect(total).toBeLessThanOrEqual(bounds.best);
      }),
      { numRuns: 1000 },
    );
  });

  test('bounds are the scores with everything unscored as 0 and as 1, and hold whatever it had been', () => {
    fc.assert(
      fc.property(rubric, fc.double({ min: 0, max: 1, noNaN: true }), (written, any) => {
        const { bounds } = combine(written);
        const worst = combine(filled(written, () => 0)).score;
        if (worst === null) return;
        expect(bounds.worst).toBeCloseTo(worst, 9);
        expect(bounds.best).toBeCloseTo(combine(filled(written, () => 1)).score ?? NaN, 9);
        const between = combine(filled(written, () => any)).score ?? NaN;
        expect(between).toBeGreaterThanOrEqual(bounds.worst - 1e-9);
        expect(between).toBeLessThanOrEqual(bounds.best + 1e-9);
      }),
      { numRuns: 1000 },
    );
  });

  test('without unscored points there is no doubt', () => {
    fc.assert(
      fc.property(rubric, (written) => {
        const { score: total, bounds } = combine(filled(written, () => 0.5));
        if (total !== null) expect(bounds).toEqual({ worst: total, best: total });
      }),
    );
  });
});
