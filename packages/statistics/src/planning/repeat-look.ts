import { requireBetween, requireCount, requireFiniteAt, requireWithin } from '../checks/require-number.js';
import { requireList, requireObject } from '../checks/require-shape.js';
import { gaffkeRatio, gaffkeTest, type GaffkeRatioOptions } from '../intervals/gaffke-ratio.js';
import { normalCdf } from '../special/normal.js';
import type { RepeatPoint } from './repeat-sequence.js';

/** What is known of a mean after so many repeats. */
export interface RepeatedMean {
  /** Σ w·x of each cluster, at least one. */
  readonly sums: ArrayLike<number>;
  /** Σ w of each, above 0. */
  readonly weights: ArrayLike<number>;
  /** What the heaviest cluster weighs, had it all of its replies; as the heaviest of these unless given. */
  readonly heaviest?: number;
  /** The variance that the mean has by replies that come out otherwise each time, and loses with more of them; null where nothing shows it. */
  readonly noise: number | null;
}

/** What a mean is compared with, and the range of what it is made of. */
export interface LookBound {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** What a look at a mean shows. */
export interface RepeatLook extends RepeatPoint {
  /** Small where the mean seems to be below the bound: the p-value of "at least the bound". */
  readonly below: number;
  /** Small where it seems to be above it: the p-value of "at most the bound". */
  readonly above: number;
  /** The chance that all repeats, looked at once, would decide it, if replies go on as they did. */
  readonly later: number;
}

interface LookTerms {
  readonly repeats: number;
  /** Repeats at the last look. */
  readonly most: number;
  /** Of the design; 0.05 unless given. */
  readonly alpha?: number;
}

interface Spread {
  readonly mean: number;
  /** Of the mean, as a ratio of sums over clusters. NaN with one cluster. */
  readonly variance: number;
  /** What is left of it at the last look. */
  readonly last: number;
  /** The part of that which replies make, in [0, 1]. */
  readonly noiseShare: number;
}

function spreadOf({ sums, weights, noise }: RepeatedMean, { repeats, most }: LookTerms): Spread {
  const size = sums.length;
  let [sum, weight, squares] = [0, 0, 0];
  for (let place = 0; place < size; place += 1) {
    sum += sums[place] ?? 0;
    weight += weights[place] ?? 0;
  }
  const mean = sum / weight;
  for (let place = 0; place < size; place += 1) squares += ((sums[place] ?? 0) - mean * (weights[place] ?? 0)) ** 2;
  const variance = (squares * size) / (size - 1) / weight ** 2;
  if (noise === 0) return { mean, variance, last: variance, noiseShare: 0 };
  const ofReplies = Math.min(noise ?? 0, variance);
  const last = variance - ofReplies * (1 - repeats / most);
  // Where nothing shows how much it is, all of it: then looks may spend the least.
  return { mean, variance, last, noiseShare: noise === null || !(last > 0) ? 1 : Math.min(1, (ofReplies * repeats) / most / last) };
}

/** The range, and what a cluster may weigh. */
function rangeOf({ weights, heaviest = 0 }: RepeatedMean, { low, high }: LookBound): GaffkeRatioOptions {
  let largestWeight = heaviest;
  for (let place = 0; place < weights.length; place += 1) largestWeight = Math.max(largestWeight, weights[place] ?? 0);
  return { low, high, largestWeight };
}

/** The chance that a normal step of this deviation leads from `from` to above 0. */
const leadsAbove = (from: number, deviation: number): number => (deviation === 0 ? Number(from >= 0) : normalCdf(from / deviation));

/**
 * The chance that all repeats, looked at once, would decide it: with it as a measure, whoever stops early mostly finds what they would have. The mean moves by the noise of the replies that are still to come, and the ends of its interval
 * draw near as its standard error does.
 */
function chanceLater(found: RepeatedMean, bound: LookBound, { repeats, most, alpha = 0.05 }: LookTerms, { mean, variance, last }: Spread): number {
  if (repeats >= most || found.sums.length < 2 || found.noise === 0) return 0;
  if (found.noise === null) return 1;
  const ends = gaffkeRatio(found.sums, found.weights, { ...rangeOf(found, bound), level: 1 - 2 * alpha });
  const { value } = bound;
  const shrunk = variance === 0 ? 1 : Math.sqrt(last / variance);
  const step = Math.sqrt(variance - last);
  return Math.min(1, leadsAbove(mean - (mean - ends.low) * shrunk - value, step) + leadsAbove(value - mean - (ends.high - mean) * shrunk, step));
}

/** What {@link gaffkeTest} does not look at. @throws {RangeError} */
function requireLook(found: RepeatedMean, bound: LookBound, terms: LookTerms): void {
  requireObject('found', found);
  requireObject('bound', bound);
  requireObject('terms', terms);
  const { weights, heaviest, noise } = found;
  requireList('weights', weights);
  for (let index = 0; index < weights.length; index += 1) requireFiniteAt('weights', index, weights[index] ?? Number.NaN);
  if (heaviest !== undefined) requireWithin('heaviest', heaviest, 0, Number.MAX_VALUE);
  if (noise !== null) requireWithin('noise', noise, 0, Number.MAX_VALUE);
  requireCount('repeats', terms.repeats, 1);
  requireCount('most', terms.most, 1);
  if (terms.alpha !== undefined) requireBetween('alpha', terms.alpha, 0, 1);
}

/**
 * Looks at a mean of bounded scores (or differences) over clusters: on which side of a bound it is by Gaffke's test, and whether more repeats
 * are likely to say so.
 * @throws {RangeError} for other arguments
 */
export function lookAt(found: RepeatedMean, bound: LookBound, terms: LookTerms): RepeatLook {
  requireLook(found, bound, terms);
  const { less: below, greater: above } = gaffkeTest(found.sums, found.weights, bound.value, rangeOf(found, bound));
  const spread = spreadOf(found, terms);
  return { repeats: terms.repeats, noiseShare: spread.noiseShare, below, above, later: chanceLater(found, bound, terms, spread) };
}
