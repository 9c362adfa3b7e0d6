import {
  weightedMean,
  type BreakdownBlock,
  type BreakdownComponent,
  type BreakdownPath,
  type BreakdownPoint,
  type PathsComponent,
  type PointsBreakdown,
  type ScoreBounds,
  type WeightedItem,
} from '@assay/schema';

/** A point as far as its score matters. */
export interface CountedPoint {
  /** [0, 1] after inversion, or null when it could not be scored. */
  readonly score: number | null;
  readonly weight: number;
}

/** An entry of a rubric, its points named by their index in one list of all points. */
export type CountedItem =
  | { readonly kind: 'point'; readonly point: number }
  | { readonly kind: 'path'; readonly name: string; readonly points: readonly number[] }
  | { readonly kind: 'block'; readonly name: string; readonly paths: readonly CountedPath[] };

export interface CountedPath {
  readonly name: string;
  readonly points: readonly number[];
}

/** The two lists of a rubric. The points of `shouldNot` have been inverted already. */
export interface CountedRubric {
  readonly should: readonly CountedItem[];
  readonly shouldNot: readonly CountedItem[];
}

interface Scored {
  readonly score: number | null;
  readonly bounds: ScoreBounds;
}

/** Something that may have no weight at all: then it is in no mean, and nobody doubts its score. */
interface Weighed<T extends Scored> {
  readonly part: T;
  readonly counts: boolean;
}

const NOTHING: ScoreBounds = { worst: 0, best: 1 };

function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Rounding must not put a score outside its own bounds. */
function around({ score, bounds }: Scored): Scored {
  return score === null
    ? { score, bounds }
    : { score, bounds: { worst: Math.min(bounds.worst, score), best: Math.max(bounds.best, score) } };
}

/**
 * The weighted mean, to the last bit the same whatever the order, and with or without what is
 * unscored: floating-point sums depend on the order, so the items are added from small to large.
 */
function orderlessMean(items: readonly WeightedItem[]): Scored {
  const key = ({ score, bounds }: WeightedItem): readonly number[] => [score ?? -1, bounds?.worst ?? -1, bounds?.best ?? -1];
  const sorted = items.toSorted((a, b) => {
    if (a.weight !== b.weight) return compare(a.weight, b.weight);
    const other = key(b);
    return key(a).reduce((found, value, index) => (found === 0 ? compare(value, other[index] ?? 0) : found), 0);
  });
  const { score } = weightedMean(sorted.filter((item) => item.score !== null));
  return around({ score, bounds: weightedMean(sorted).bounds });
}

/** Σ of a few means divided by their number, added from small to large. */
function plainMean(values: readonly number[]): number {
  return values.toSorted(compare).reduce((sum, value) => sum + value, 0) / values.length;
}

/** The better (or worse) of several numbers. */
type Choose = (a: number, b: number) => number;

class Combination {
  readonly #points: readonly CountedPoint[];
  readonly failedBy: string[] = [];
  readonly couldFailBy: string[] = [];

  constructor(points: readonly CountedPoint[]) {
    this.#points = points;
  }

  required(rubric: CountedRubric): Weighed<BreakdownComponent> | undefined {
    const should = rubric.should.flatMap((item) => this.#member(item, Math.max));
    const shouldNot = rubric.shouldNot.flatMap((item) => this.#member(item, Math.min));
    const members = [...should, ...shouldNot];
    if (members.length === 0) return undefined;
    const items = members.map((member) => (member.kind === 'block' ? member : this.#point(member.point)));
    return { part: { kind: 'required', ...orderlessMean(items), members }, counts: items.some(({ weight }) => weight > 0) };
  }

  siblings(items: readonly CountedItem[], kind: PathsComponent['kind']): Weighed<BreakdownComponent> | undefined {
    const paths = items.filter((item) => item.kind === 'path');
    if (paths.length === 0) return undefined;
    const { part, counts } = this.#choose(paths, kind === 'should_paths' ? Math.max : Math.min);
    return { part: { kind, ...part }, counts };
  }

  #point(index: number): CountedPoint {
    return this.#points[index] ?? { score: null, weight: 0 };
  }

  #member(item: CountedItem, choose: Choose): (BreakdownPoint | BreakdownBlock)[] {
    if (item.kind === 'path') return [];
    if (item.kind === 'point') return [{ kind: 'point', point: item.point }];
    const { part, counts } = this.#choose(item.paths, choose, `${item.name}, `);
    return [{ kind: 'block', name: item.name, weight: counts ? 1 : 0, ...part }];
  }

  /** Paths with the one that counts. One without a score cannot be chosen; it still widens the bounds. */
  #choose(written: readonly CountedPath[], choose: Choose, prefix = ''): Weighed<Omit<BreakdownBlock, 'kind' | 'name' | 'weight'>> {
    const weighed = written.map((path) => this.#path(path));
    const paths = weighed.map(({ part }) => part);
    if (choose === Math.min) {
      for (const { part, counts } of weighed) {
        if (isMet(part)) this.failedBy.push(prefix + part.name);
        else if (counts && part.bounds.worst === 0) this.couldFailBy.push(prefix + part.name);
      }
    }
    const scores = paths.flatMap(({ score }) => (score === null ? [] : [score]));
    const score = scores.length === 0 ? null : scores.reduce((a, b) => choose(a, b));
    const all = weighed.flatMap(({ part, counts }) => (counts ? [part.bounds] : []));
    const bounds =
      all.length === 0
        ? NOTHING
        : {
            worst: all.map(({ worst }) => worst).reduce((a, b) => choose(a, b)),
            best: all.map(({ best }) => best).reduce((a, b) => choose(a, b)),
          };
    const chosen = paths.find((path) => path.score !== null && path.score === score)?.name ?? null;
    return { part: { score, bounds, paths, chosen }, counts: all.length > 0 };
  }

  #path({ name, points }: CountedPath): Weighed<BreakdownPath> {
    const items = points.map((point) => this.#point(point));
    return { part: { name, points, ...orderlessMean(items) }, counts: items.some(({ weight }) => weight > 0) };
  }
}

/** Everything that must not be is there, for certain. Points without weight do not count. */
function isMet(path: BreakdownPath): boolean {
  return path.score === 0 && path.bounds.best === 0;
}

function meanOf(components: readonly Weighed<BreakdownComponent>[]): Scored {
  const counted = components.flatMap(({ part, counts }) => (counts ? [part] : []));
  if (counted.length === 0) return { score: null, bounds: NOTHING };
  const scores = counted.flatMap(({ score }) => (score === null ? [] : [score]));
  return around({
    score: scores.length === 0 ? null : plainMean(scores),
    bounds: {
      worst: plainMean(counted.map(({ bounds }) => bounds.worst)),
      best: plainMean(counted.map(({ bounds }) => bounds.best)),
    },
  });
}

/**
 * The score of a rubric of points (blueprint format, aggregation):
 * - *required*: weighted mean of the points that stand directly in `should` and, inverted, in
 *   `should_not`. A block is one of them, with weight 1 and the score of its best path;
 * - *paths*: lists of points beside them. Those of `should` give the mean of the best path; those
 *   of `should_not`, like its blocks, that of the worst one: any of them is a way to fail;
 * - the score is the mean of these parts, as far as they have one. Paths of `should` and
 *   `should_not` are parts of their own and never compete.
 *
 * Unscored points leave the mean they belong to, and show in the bounds; so does a part without any
 * score. Of paths that have unscored points, those count that are best (or worst) by the points that
 * have a score: what the others might have done to the choice is within the bounds. Points of weight
 * 0, and paths and parts of such points alone, count nowhere, in the bounds neither. The order of
 * points never changes the result, not even by rounding.
 */
export function combinePoints(points: readonly CountedPoint[], rubric: CountedRubric): PointsBreakdown {
  const combination = new Combination(points);
  const components = [
    combination.required(rubric),
    combination.siblings(rubric.should, 'should_paths'),
    combination.siblings(rubric.shouldNot, 'should_not_paths'),
  ].filter((component) => component !== undefined);
  return {
    components: components.map(({ part }) => part),
    ...meanOf(components),
    failed_by: combination.failedBy,
    could_fail_by: combination.couldFailBy,
  };
}
