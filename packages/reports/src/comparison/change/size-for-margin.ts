import type { NeededSize } from '@assay/schema';
import { gaffkeLowerBound, normalQuantile, type GaffkeRatioOptions } from '@assay/statistics';
import type { UnitClusters } from './change-unit.js';
import { MOST_REPEATS, POWER, sizeForDecision, type Spread } from './size-for-decision.js';

/** Beyond so many clusters the bound and the t law say the same, and the law is quicker. */
const MOST_CLUSTERS = 2000;
/** Cases beyond this nobody asks. */
const MOST_CASES = 1e7;

const BEYOND = normalQuantile(POWER);

/** A change that is compared with a margin by Gaffke's test. */
export interface MarginChange extends UnitClusters {
  readonly spread: Spread;
  readonly difference: number;
  /** The level of the test. */
  readonly alpha: number;
  readonly range: Required<Pick<GaffkeRatioOptions, 'low' | 'high' | 'largestWeight'>>;
}

/**
 * How far the bound of the test is from the mean.
 * @param side on which the bound lies
 * @param times how many clusters each stands for @param shrunk what is left of the deviations from the mean, in [0, 1]
 */
function reach({ sums, weights, difference, alpha, range }: MarginChange, side: 'below' | 'above', times = 1, shrunk = 1): number {
  const sign = side === 'below' ? 1 : -1;
  const moved = sums.map((sum, place) => sign * (shrunk * sum + (1 - shrunk) * difference * (weights[place] ?? 0)));
  return sign * difference - gaffkeLowerBound(moved, weights, { ...range, level: 1 - alpha, counts: new Float64Array(moved.length).fill(times) });
}

/** The least whole number above `least` for which it holds, that holds for all that are larger; undefined where it does not hold for `most`. */
function leastThatDoes(least: number, most: number, does: (value: number) => boolean): number | undefined {
  if (!does(most)) return undefined;
  let [no, yes] = [least, most];
  while (yes - no > 1) {
    const middle = Math.floor((no + yes) / 2);
    if (does(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}

/** Cases of the kind that there are. Between powers of two as many of each the reach is that of a/√n + b/n. */
function casesFor(change: MarginChange, side: 'below' | 'above', distance: number): number | null {
  const { clusters, deviation } = change.spread;
  const falls = (cases: number): number => (BEYOND * deviation) / Math.sqrt(cases);
  let before = reach(change, side);
  for (let times = 1; times * clusters < MOST_CASES; times *= 2) {
    const after = reach(change, side, 2 * times);
    if (distance >= after + falls(2 * times * clusters)) {
      // before = a + b and after = a/√2 + b/2, in parts of what there is.
      const a = (after - before / 2) / (Math.SQRT1_2 - 0.5);
      const reachAt = (part: number): number => a / Math.sqrt(part) + (before - a) / part;
      return leastThatDoes(times * clusters, 2 * times * clusters, (cases) => distance >= reachAt(cases / (times * clusters)) + falls(cases)) ?? 2 * times * clusters;
    }
    before = after;
  }
  return null;
}

/** Repeats of the same cases: the part of the deviations that is noise of the replies goes with more of them. */
function repeatsFor(change: MarginChange, side: 'below' | 'above', distance: number, repeats: number): number | null {
  const { clusters, deviation, noise } = change.spread;
  if (noise === null || noise === 0 || deviation === 0) return null;
  const found = leastThatDoes(Math.ceil(repeats), MOST_REPEATS, (more) => {
    const left = (noise * repeats) / more;
    return distance >= reach(change, side, 1, Math.sqrt((deviation ** 2 - noise + left) / deviation ** 2)) + BEYOND * Math.sqrt(left / clusters);
  });
  return found ?? null;
}

/**
 * What would show, {@link POWER} of the time, on which side of a margin a difference is that stays what it is.
 * @param distance from the margin, above 0 @param repeats of a case on one side, as it is now
 */
export function sizeForMargin(change: MarginChange, side: 'below' | 'above', distance: number, repeats: number): NeededSize {
  const { spread, alpha } = change;
  if (!(distance > 0) || spread.clusters < 2) return { cases: null, repeats: null };
  if (spread.clusters > MOST_CLUSTERS) return sizeForDecision(spread, distance, repeats, alpha);
  return { cases: casesFor(change, side, distance), repeats: repeatsFor(change, side, distance, repeats) };
}

/** The smallest drop that is called worse than the margin {@link POWER} of the time, if differences vary as they do; null where it cannot be said. */
export function detectableBeyond(change: MarginChange, margin: number): number | null {
  const { clusters, deviation } = change.spread;
  return clusters < 2 ? null : margin + reach(change, 'above') + (BEYOND * deviation) / Math.sqrt(clusters);
}
