import { requireBetween, requireCount, requireFiniteAt, requirePositive, requireRange, requireSameLength, requireWithin, requireWithinAt } from '../checks/require-number.js';
import { requireList, requireObject } from '../checks/require-shape.js';
import { chanceAbove, type Observations, upperEnd } from './dirichlet-mean.js';
import { DEFAULT_LEVEL, type Interval } from './interval.js';
import { poolEqual } from './pool-equal.js';

export interface GaffkeRatioOptions {
  /** The least score that can be; 0 unless given. */
  readonly low?: number;
  /** The largest score that can be; 1 unless given. */
  readonly high?: number;
  /** In (0, 1); 0.95 unless given. */
  readonly level?: number;
  /** The largest weight that a cluster can have. The largest that was seen unless given, which is too little where heavy clusters are rare. */
  readonly largestWeight?: number;
  /** How many clusters each pair of sum and weight stands for: whole numbers of at least 1. One unless given. */
  readonly counts?: ArrayLike<number>;
}

/** Weights below this part of the largest one change nothing that could be seen, and are left out. */
const DUST = 1e-13;

/** Sums between 0 and the weights, as if scores were from 0 to 1. @throws {RangeError} */
function observe(sums: ArrayLike<number>, weights: ArrayLike<number>, options: GaffkeRatioOptions): Observations {
  requireObject('options', options);
  const { low = 0, high = 1, level = DEFAULT_LEVEL, largestWeight, counts } = options;
  requireRange(low, high);
  requireBetween('level', level, 0, 1);
  if (largestWeight !== undefined) requirePositive('largestWeight', largestWeight);
  requireList('sums', sums);
  requireList('weights', weights);
  requireSameLength('weights', weights.length, sums.length);
  if (counts !== undefined) {
    requireList('counts', counts);
    requireSameLength('counts', counts.length, sums.length);
  }
  const kept = { sums: new Float64Array(sums.length), weights: new Float64Array(sums.length), counts: new Float64Array(sums.length) };
  let [size, largest] = [0, 0];
  for (let index = 0; index < sums.length; index += 1) {
    const weight = weights[index] ?? Number.NaN;
    requireWithinAt('weights', index, weight, 0, Number.MAX_VALUE);
    if (weight === 0) continue;
    const sum = sums[index] ?? Number.NaN;
    requireFiniteAt('sums', index, sum);
    const score = sum / weight;
    // A mean of equal scores may leave the range by a rounding.
    const slack = 1e-12 * (high - low);
    const inside = Math.min(high, Math.max(low, score));
    if (!(Math.abs(score - inside) <= slack)) requireWithin(`the mean score of cluster ${index}`, score, low, high);
    kept.weights[size] = weight;
    kept.sums[size] = Math.min(1, Math.max(0, (score - low) / (high - low)));
    const count = counts === undefined ? 1 : (counts[index] ?? Number.NaN);
    if (!(Number.isSafeInteger(count) && count >= 1)) requireCount(`counts[${index}]`, count, 1);
    kept.counts[size] = count;
    largest = Math.max(largest, weight);
    size += 1;
  }
  if (size === 0) throw new RangeError('there are no values with a weight; allowed: at least one');
  // In parts of the largest weight, so that nothing overflows in any unit.
  let heavy = 0;
  for (let index = 0; index < size; index += 1) {
    const part = (kept.weights[index] ?? 0) / largest;
    if (part < DUST) continue;
    kept.weights[heavy] = part;
    kept.sums[heavy] = (kept.sums[index] ?? 0) * part;
    kept.counts[heavy] = kept.counts[index] ?? 1;
    heavy += 1;
  }
  const endWeight = Math.max(1, (largestWeight ?? 0) / largest);
  return poolEqual({ sums: kept.sums.subarray(0, heavy), weights: kept.weights.subarray(0, heavy), counts: kept.counts.subarray(0, heavy), endWeight });
}

/** The same observations with 0 and 1 swapped. */
const mirrored = (observations: Observations): Observations => ({
  ...observations,
  sums: observations.sums.map((sum, index) => Math.max(0, (observations.weights[index] ?? 0) - sum)),
});

/**
 * An interval for a mean Σ w·s / Σ w of bounded scores that come in clusters: repeats of a case, turns of a conversation. Clusters do not
 * depend on each other; what is inside of one may depend in any way, on its weight too.
 *
 * Gaffke's bound (2005; Learned-Miller and Thomas, arXiv 1905.06208) for one side: the quantile of the mean of all observations and the end
 * of the range, under weights that are uniform on the simplex. Here a cluster is one observation (Σ w·s, Σ w), and the end of the range a
 * cluster of the largest weight with only the worst or best scores. Each side takes half of 1 − level. For scores of 0 and 1 with equal
 * weights it is the interval of Clopper and Pearson. Computed by integration, not by draws: within 1e-9 of the range, always the same.
 * @param sums Σ w·s of each cluster
 * @param weights Σ w of each cluster, at least 0; clusters of weight 0 count for nothing
 * @returns ends in [low, high]
 * @throws {RangeError} for other arguments: scores out of range, weights below 0, lists of different lengths, nothing with a weight
 */
export function gaffkeRatio(sums: ArrayLike<number>, weights: ArrayLike<number>, options: GaffkeRatioOptions = {}): Interval {
  const observations = observe(sums, weights, options);
  const { low = 0, high = 1, level = DEFAULT_LEVEL } = options;
  const beyond = (1 - level) / 2;
  return {
    low: high - (high - low) * upperEnd(mirrored(observations), beyond),
    high: low + (high - low) * upperEnd(observations, beyond),
  };
}

/**
 * The lower of these bounds alone, which takes half of the time: with a confidence of `level` the mean is not below it. It is the lower end
 * of the interval at 2 · `level` − 1.
 * @throws {RangeError} for other arguments, as the interval does
 */
export function gaffkeLowerBound(sums: ArrayLike<number>, weights: ArrayLike<number>, options: GaffkeRatioOptions = {}): number {
  const observations = observe(sums, weights, options);
  const { low = 0, high = 1, level = DEFAULT_LEVEL } = options;
  return high - (high - low) * upperEnd(mirrored(observations), 1 - level);
}

/**
 * The tests that belong to {@link gaffkeRatio}: p-values against a mean of `value`. A value is outside of the interval at `level` where one
 * of them is below (1 − level) / 2.
 * @param value strictly between low and high
 * @returns `less` is the p-value of "the mean is at least `value`", small where the mean seems to be less; `greater` that of "at most"
 * @throws {RangeError} for other arguments, as the interval does
 */
export function gaffkeTest(
  sums: ArrayLike<number>,
  weights: ArrayLike<number>,
  value: number,
  options: GaffkeRatioOptions = {},
): { readonly less: number; readonly greater: number } {
  const observations = observe(sums, weights, options);
  const { low = 0, high = 1 } = options;
  requireBetween('value', value, low, high);
  const place = (value - low) / (high - low);
  return { less: chanceAbove(observations, place), greater: chanceAbove(mirrored(observations), 1 - place) };
}
