import { refuse, requireBetween, requireCount } from '../checks/require-number.js';
import { requireArray, requireObject, requireOneOf } from '../checks/require-shape.js';
import { createRandom } from '../chance/random.js';
import { DEFAULT_LEVEL, type Interval } from '../intervals/interval.js';
import { quantileOfSorted } from '../means/quantile.js';

/** How far apart two values are: the same or not; by the ranks between them; by the square of their difference. */
export type AlphaMetric = 'nominal' | 'ordinal' | 'interval';

const METRICS: readonly AlphaMetric[] = ['nominal', 'ordinal', 'interval'];

/** The ratings of one unit, one place for each rater; null or undefined where a rater said nothing. */
export type RatedUnit = readonly (number | null | undefined)[];

/** A unit that at least two rated: the places of its values in the ascending list of all. */
type Pairable = readonly number[];

/** The ratings of a unit that are there. @throws {RangeError} for one that is no finite number */
export function ratingsOf(unit: RatedUnit): number[] {
  requireArray('a unit', unit);
  const ratings = unit.filter((rating) => rating !== null && rating !== undefined);
  for (const rating of ratings) if (!Number.isFinite(rating)) refuse('a rating', rating, 'finite numbers, or null');
  return ratings;
}

function pairableUnits(units: readonly RatedUnit[]): { values: number[]; pairable: Pairable[] } {
  requireArray('units', units);
  const kept = units.map(ratingsOf).filter((unit) => unit.length > 1);
  const values = [...new Set(kept.flat())].sort((a, b) => a - b);
  const places = new Map(values.map((value, place) => [value, place]));
  return { values, pairable: kept.map((unit) => unit.map((value) => places.get(value) ?? 0)) };
}

/** Places of the values on a line on which the square of the distance is the metric; nothing for the nominal one. */
function positions(metric: AlphaMetric, values: readonly number[], counts: readonly number[]): readonly number[] | undefined {
  if (metric === 'nominal') return undefined;
  if (metric === 'interval') return values;
  let before = 0;
  return counts.map((count) => {
    before += count;
    return before - count / 2;
  });
}

/** Σ over ordered pairs of squared distances, or of differing values. */
function pairDistance(members: readonly number[], weights: readonly number[], line: readonly number[] | undefined): number {
  let [total, sum, squares, equal] = [0, 0, 0, 0];
  const centre = line?.[members[0] ?? 0] ?? 0;
  for (const [index, member] of members.entries()) {
    const weight = weights[index] ?? 0;
    const position = (line?.[member] ?? 0) - centre;
    total += weight;
    sum += weight * position;
    squares += weight * position * position;
    equal += weight * weight;
  }
  return line === undefined ? total * total - equal : 2 * (total * squares - sum * sum);
}

/** Equal ratings of a unit, counted. */
function counted(unit: Pairable): { members: number[]; weights: number[] } {
  const counts = new Map<number, number>();
  for (const place of unit) counts.set(place, (counts.get(place) ?? 0) + 1);
  return { members: [...counts.keys()], weights: [...counts.values()] };
}

function alphaOf(units: readonly Pairable[], values: readonly number[], metric: AlphaMetric): number | null {
  const counts = Array.from({ length: values.length }, () => 0);
  let total = 0;
  for (const unit of units) {
    for (const place of unit) counts[place] = (counts[place] ?? 0) + 1;
    total += unit.length;
  }
  const line = positions(metric, values, counts);
  let observed = 0;
  for (const unit of units) {
    const { members, weights } = counted(unit);
    observed += pairDistance(members, weights, line) / (unit.length - 1);
  }
  const places = values.map((_, place) => place);
  const expected = pairDistance(places, counts, line) / (total - 1);
  return expected > 1e-12 * pairSize(line) ? 1 - observed / expected : null;
}

/** What distances are measured against, so that roundings are no variation. */
function pairSize(line: readonly number[] | undefined): number {
  return line === undefined ? 1 : line.reduce((most, position) => Math.max(most, position * position), 0);
}

/**
 * Krippendorff's alpha (Content Analysis, 2004; Hayes and Krippendorff 2007): agreement of any number of raters, with ratings missing. 1 is
 * full agreement, 0 what chance gives. Units with fewer than two ratings count for nothing.
 * @returns at most 1; null where the ratings do not vary, which shows neither agreement nor its lack
 * @throws {RangeError} for other arguments: a rating that is no finite number, another metric
 */
export function krippendorffAlpha(units: readonly RatedUnit[], metric: AlphaMetric = 'nominal'): number | null {
  requireOneOf('metric', metric, METRICS);
  const { values, pairable } = pairableUnits(units);
  return alphaOf(pairable, values, metric);
}

export interface AlphaIntervalOptions {
  /** 'nominal' unless given. */
  readonly metric?: AlphaMetric;
  /** In (0, 1); 0.95 unless given. */
  readonly level?: number;
  /** Draws, at least 1; 2,000 unless given. */
  readonly rounds?: number;
  /** A whole number of at least 0; 1 unless given. */
  readonly seed?: number;
}

/**
 * The interval of {@link krippendorffAlpha} by the bootstrap: units are drawn anew, with replacement. Draws without variation count for nothing.
 * @returns null where alpha is null, or fewer than two units have two ratings
 * @throws {RangeError} for other arguments: a rating that is no finite number, options out of range
 */
export function krippendorffInterval(units: readonly RatedUnit[], options: AlphaIntervalOptions = {}): Interval | null {
  requireObject('options', options);
  const { metric = 'nominal', level = DEFAULT_LEVEL, rounds = 2000, seed = 1 } = options;
  requireBetween('level', level, 0, 1);
  requireCount('rounds', rounds, 1);
  requireCount('seed', seed, 0);
  requireOneOf('metric', metric, METRICS);
  const { values, pairable } = pairableUnits(units);
  if (pairable.length < 2 || alphaOf(pairable, values, metric) === null) return null;
  const random = createRandom(seed);
  const alphas: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const drawn = pairable.map(() => pairable[random.below(pairable.length)] ?? []);
    const alpha = alphaOf(drawn, values, metric);
    if (alpha !== null) alphas.push(alpha);
  }
  if (alphas.length === 0) return null;
  const sorted = Float64Array.from(alphas).sort();
  return { low: quantileOfSorted(sorted, (1 - level) / 2), high: quantileOfSorted(sorted, (1 + level) / 2) };
}
