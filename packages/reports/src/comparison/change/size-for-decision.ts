import type { NeededSize } from '@assay/schema';
import { neededSize, smallestDifference } from '@assay/statistics';
import { meanOf, type ChangeUnit } from './change-unit.js';

/** How often a comparison of the named size finds what is there. */
const POWER = 0.8;

export interface Spread {
  /** Clusters. */
  readonly clusters: number;
  /** Standard deviation of the differences between clusters as they are, scaled to clusters of the same weight. */
  readonly deviation: number;
  /** The part of that variance which is noise of the replies and goes with more of them; null where nothing shows it. */
  readonly noise: number | null;
}

/** The variance of values around their mean, times their number less one. */
function squaresOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}

/**
 * How much the differences of clusters vary, and how much of that are replies that come out otherwise each time.
 * @param sums Σ w·d of each cluster @param weights Σ w of each, above 0
 */
export function spreadOf(units: readonly ChangeUnit[], sums: Float64Array, weights: Float64Array): Spread {
  const clusters = sums.length;
  const total = weights.reduce((all, weight) => all + weight, 0);
  const mean = sums.reduce((all, sum) => all + sum, 0) / total;
  let squares = 0;
  for (let place = 0; place < clusters; place += 1) squares += ((sums[place] ?? 0) - mean * (weights[place] ?? 0)) ** 2;
  // The standard error of the ratio, times √clusters.
  const deviation = clusters < 2 ? 0 : (Math.sqrt((squares * clusters) / (clusters - 1)) / total) * Math.sqrt(clusters);
  let [within, degrees] = [0, 0];
  for (const { before, after } of units) {
    within += squaresOf(before) + squaresOf(after);
    degrees += before.length + after.length - 2;
  }
  if (degrees === 0) return { clusters, deviation, noise: null };
  const variance = within / degrees;
  const noise = units.reduce((sum, { weight, before, after }) => sum + (weight / total) ** 2 * variance * (1 / before.length + 1 / after.length), 0);
  return { clusters, deviation, noise: Math.min(noise * clusters, deviation ** 2) };
}

/** The smallest true difference that a comparison finds {@link POWER} of the time; null where it cannot be said. */
export function detectableDifference({ clusters, deviation }: Spread, alpha: number): number | null {
  return clusters < 2 || deviation === 0 ? null : smallestDifference(clusters, deviation, POWER, { alpha, sides: 1 });
}

/** Cases that a repeat more is asked of come in numbers that somebody pays for. */
const MOST_REPEATS = 1000;

/**
 * What would find a difference of `distance` {@link POWER} of the time.
 * @param repeats of a case on one side, as it is now
 */
export function sizeForDecision({ clusters, deviation, noise }: Spread, distance: number, repeats: number, alpha: number): NeededSize {
  if (!(distance > 0) || deviation === 0 || clusters < 2) return { cases: null, repeats: null };
  const cases = neededSize(distance, deviation, POWER, { alpha, sides: 1 });
  // The deviation with which as many clusters as there are would do.
  const allowed = (distance / smallestDifference(clusters, 1, POWER, { alpha, sides: 1 })) ** 2;
  const lasting = noise === null ? Number.POSITIVE_INFINITY : deviation ** 2 - noise;
  const more = noise === null || lasting >= allowed ? null : Math.ceil((repeats * noise) / (allowed - lasting));
  return { cases: Number.isFinite(cases) ? cases : null, repeats: more !== null && more <= MOST_REPEATS ? Math.max(more, repeats) : null };
}
