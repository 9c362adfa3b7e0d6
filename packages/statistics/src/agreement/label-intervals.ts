import { requireBetween, requireFiniteAt, requirePositive, requireSameLength, requireWithinAt } from '../checks/require-number.js';
import { requireArray, requireObjects } from '../checks/require-shape.js';
import { clopperPearson } from '../intervals/clopper-pearson.js';
import { gaffkeRatio } from '../intervals/gaffke-ratio.js';
import { DEFAULT_LEVEL, type Interval } from '../intervals/interval.js';
import type { LabelCounts } from './label-figures.js';

/** Intervals of the figures of one label; null where the figure is. */
export interface LabelIntervals {
  readonly precision: Interval | null;
  readonly recall: Interval | null;
  readonly f1: Interval | null;
}

/** What one case, or one conversation, has to say of a label: decisions about one hang together. */
export type UnitCounts = Pick<LabelCounts, 'support' | 'predicted' | 'hits'>;

const FIELDS = ['support', 'predicted', 'hits'] as const;

/** Equal pairs are counted, which spares time: most units have one decision. */
function ratio(sums: readonly number[], weights: readonly number[], { level, most }: { readonly level: number; readonly most: number }): Interval | null {
  const pairs = new Map<string, { sum: number; weight: number; count: number }>();
  for (const [at, weight] of weights.entries()) {
    const sum = sums[at] ?? 0;
    if (weight === 0) continue;
    const pair = pairs.get(`${weight} ${sum}`);
    if (pair) pair.count += 1;
    else pairs.set(`${weight} ${sum}`, { sum, weight, count: 1 });
  }
  // In an order that is not that of the units.
  const known = [...pairs.values()].sort((a, b) => a.weight - b.weight || a.sum - b.sum);
  if (known.length === 0) return null;
  if (most <= 1 && known.every(({ weight }) => weight === 1)) {
    const hits = known.reduce((all, { sum, count }) => all + sum * count, 0);
    return clopperPearson(hits, known.reduce((all, { count }) => all + count, 0), level);
  }
  const largestWeight = Math.max(most, ...known.map(({ weight }) => weight));
  return gaffkeRatio(known.map(({ sum }) => sum), known.map(({ weight }) => weight), { level, largestWeight, counts: known.map(({ count }) => count) });
}

/**
 * How sure precision, recall and F1 of a label are, over units that do not depend on each other. Each figure is a weighted mean of what
 * units have: precision of `hits / predicted` with the weight `predicted`, recall of `hits / support` with the weight `support`, and F1, which
 * is 2 · hits / (support + predicted), of `2 · hits / (support + predicted)` with that weight. So each has Gaffke's interval of a mean over
 * clusters, and Clopper and Pearson's where no unit has more than one decision.
 * @param level in (0, 1); 0.95 unless given
 * @throws {RangeError} for other arguments
 */
export function labelIntervals(units: readonly UnitCounts[], level = DEFAULT_LEVEL): LabelIntervals {
  requireBetween('level', level, 0, 1);
  requireObjects('units', units);
  for (const [index, unit] of units.entries()) for (const field of FIELDS) requireWithinAt('units', index, unit[field], 0, Number.MAX_VALUE, `.${field}`);
  const hits = units.map((unit) => unit.hits);
  const [supports, predicteds] = [units.map(({ support }) => support), units.map(({ predicted }) => predicted)];
  // A unit whose decisions are all right weighs twice as much as one whose decisions are all wrong, be there one or not.
  const decisions = units.reduce((most, { support, predicted }) => Math.max(most, support, predicted), 0);
  return {
    precision: ratio(hits, predicteds, { level, most: 0 }),
    recall: ratio(hits, supports, { level, most: 0 }),
    f1: ratio(hits.map((each) => 2 * each), supports.map((support, at) => support + (predicteds[at] ?? 0)), { level, most: 2 * decisions }),
  };
}

/**
 * An interval of the plain mean of figures that each have one, made of these (the method of variance estimates recovery, Zou and Donner 2008):
 * what each may be off is squared and added up. A case that has a part in `shared` of the figures lets them be off together. By the
 * inequality of Cauchy and Schwarz that multiplies the sum of the squares by `shared` at most, and never makes it more than if all were off together.
 * @param values of the figures, at least one
 * @param intervals as many
 * @param shared in how many of the figures one case has a part at most, above 0
 * @throws {RangeError} for other arguments
 */
export function meanOfFiguresInterval(values: readonly number[], intervals: readonly Interval[], shared: number): Interval {
  requireArray('values', values);
  requireObjects('intervals', intervals);
  requireSameLength('intervals', intervals.length, values.length);
  requirePositive('the number of figures', values.length);
  requirePositive('shared', shared);
  for (const [index, value] of values.entries()) {
    requireFiniteAt('values', index, value);
    requireFiniteAt('intervals', index, intervals[index]?.low ?? Number.NaN);
    requireFiniteAt('intervals', index, intervals[index]?.high ?? Number.NaN);
  }
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const off = (distanceOf: (interval: Interval, value: number) => number): number => {
    const distances = intervals.map((interval, at) => Math.max(0, distanceOf(interval, values[at] ?? 0)));
    const together = distances.reduce((sum, distance) => sum + distance, 0);
    return Math.min(together, Math.sqrt(shared * distances.reduce((sum, distance) => sum + distance ** 2, 0))) / values.length;
  };
  return { low: mean - off(({ low }, value) => value - low), high: mean + off(({ high }, value) => high - value) };
}
