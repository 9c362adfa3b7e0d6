import { requireFiniteAt, requireRange, requireSameLength } from '../checks/require-number.js';
import { requireList, requireObject } from '../checks/require-shape.js';
import { gaffkeRatio } from '../intervals/gaffke-ratio.js';
import type { Interval } from '../intervals/interval.js';
import { weightedMean } from '../means/weighted-mean.js';

export interface PairedDifferenceOptions {
  /** Weight of each pair, at least 0; all 1 unless given. */
  readonly weights?: ArrayLike<number>;
  /** The range of one score: 0 to 1 unless given. Differences then lie between low − high and high − low. */
  readonly low?: number;
  readonly high?: number;
  /** In (0, 1); 0.95 unless given. */
  readonly level?: number;
  /** The largest weight that a pair can have; the largest that was seen unless given. */
  readonly largestWeight?: number;
}

/**
 * The mean of `after` less `before` over pairs, with an interval of Gaffke's kind (see {@link gaffkeRatio}). A pair is what does not depend on
 * the others: a case with the means of its repeats, or a conversation.
 * @throws {RangeError} for other arguments: lists of different lengths, no pairs, scores whose differences are out of range
 */
export function pairedDifference(
  before: ArrayLike<number>,
  after: ArrayLike<number>,
  options: PairedDifferenceOptions = {},
): Interval & { readonly difference: number } {
  requireObject('options', options);
  requireList('before', before);
  requireList('after', after);
  const { low = 0, high = 1, weights = new Float64Array(before.length).fill(1), ...rest } = options;
  requireRange(low, high);
  requireList('weights', weights);
  requireSameLength('values after', after.length, before.length);
  for (let index = 0; index < before.length; index += 1) {
    requireFiniteAt('before', index, before[index] ?? Number.NaN);
    requireFiniteAt('after', index, after[index] ?? Number.NaN);
  }
  const differences = Float64Array.from(before, (value, index) => (after[index] ?? Number.NaN) - value);
  const difference = weightedMean(differences, weights);
  const sums = differences.map((each, index) => each * (weights[index] ?? Number.NaN));
  return { difference, ...gaffkeRatio(sums, weights, { ...rest, low: low - high, high: high - low }) };
}
