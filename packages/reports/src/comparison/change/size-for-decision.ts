import type { NeededSize } from '@assay/schema';
import { clopperPearson, neededSize, smallestDifference } from '@assay/statistics';
import { meanOf, type ChangeUnit } from './change-unit.js';

/** How often a comparison of the named size finds what is there. */
export const POWER = 0.8;

export interface Spread {
  /** Clusters. */
  readonly clusters: number;
  /** Standard deviation of the differences between clusters as they are, scaled to clusters of the same weight. */
  readonly deviation: number;
  /** The part of that variance which is noise of the replies and goes with more of them; null where nothing shows it. */
  readonly noise: number | null;
  /** What replies that come out otherwise each time would make of that variance by themselves; 0 where nothing shows it. */
  readonly expectedNoise: number;
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
  if (degrees === 0) return { clusters, deviation, noise: null, expectedNoise: 0 };
  const variance = within / degrees;
  const noise = units.reduce((sum, { weight, before, after }) => sum + (weight / total) ** 2 * variance * (1 / before.length + 1 / after.length), 0);
  return { clusters, deviation, noise: Math.min(noise * clusters, deviation ** 2), expectedNoise: noise * clusters };
}

/** The smallest true difference that a comparison finds {@link POWER} of the time; null where it cannot be said. */
export function detectableDifference({ clusters, deviation }: Spread, alpha: number): number | null {
  return clusters < 2 || deviation === 0 ? null : smallestDifference(clusters, deviation, POWER, { alpha, sides: 1 });
}

/**
 * The spread that a permutation test goes by: it compares with what replies do that change sides, however little the means of the clusters happened to
 * differ. What replies would make of it by themselves is in it, all of which goes with more of them.
 */
export function spreadOfPermutations(spread: Spread): Spread {
  const { deviation, expectedNoise } = spread;
  return deviation ** 2 >= expectedNoise ? spread : { ...spread, deviation: Math.sqrt(expectedNoise), noise: expectedNoise };
}

/** The logarithm of how many ways there are to choose `chosen` of `all`. */
function logWays(all: number, chosen: number): number {
  let sum = 0;
  for (let place = 1; place <= chosen; place += 1) sum += Math.log((all - chosen + place) / place);
  return sum;
}

/** Whether a permutation test would find it, had every reply to come scored 0: the replies above 0 are then all on the one side, as few permutations have them. */
export function isFallToNothingShown(units: readonly ChangeUnit[], alpha: number): boolean {
  const chance = units.reduce((sum, { before, after }) => {
    const [all, above] = [before.length + after.length, before.filter((value) => value > 0).length];
    return sum + logWays(all - above, before.length - above) - logWays(all, before.length);
  }, 0);
  return chance <= Math.log(alpha) + 1e-9;
}

/** How many units have to fall from all to nothing until a permutation test shows it; undefined where all of them are not enough. */
export function fallsToShow(units: readonly ChangeUnit[], alpha: number): number | undefined {
  const chances = units.map(({ before, after }) => after.reduce((sum, _, place) => sum + Math.log((before.length + place + 1) / (place + 1)), 0));
  let left = Math.log(alpha);
  for (const [place, chance] of chances.toSorted((a, b) => a - b).entries()) {
    left += chance;
    if (left >= -1e-9) return place + 1;
  }
  return undefined;
}

/** As how many units of equal weight they count (Kish 1965). */
function effectiveNumber(weights: Float64Array): number {
  const largest = weights.reduce((most, weight) => Math.max(most, weight), 0);
  const parts = [...weights].map((weight) => weight / largest);
  return Math.floor(parts.reduce((sum, part) => sum + part, 0) ** 2 / parts.reduce((sum, part) => sum + part ** 2, 0) + 1e-9);
}

/**
 * The smallest share of cases that fall from all to nothing, while the others stay as they are, which a permutation test finds {@link POWER} of the time:
 * so many of them fall then that it shows. Where no difference varied, nothing else says what would have been seen; and scores that are 0 or 1 cannot fall
 * otherwise, so that a t law that saw a few of them change is too sure.
 * @param weights of clusters, above 0 @returns null where it takes more cases than there are
 */
export function detectableFall(units: readonly ChangeUnit[], weights: Float64Array, { clusters, expectedNoise }: Spread, alpha: number): number | null {
  const [falls, cases] = [fallsToShow(units, alpha), effectiveNumber(weights)];
  if (falls === undefined || falls > cases) return null;
  // The upper end for one fall less: with that share of falls, as few as these come about no more than one time of five.
  const { high } = clopperPearson(falls - 1, cases, 2 * POWER - 1);
  return Math.max(high, clusters < 2 || expectedNoise === 0 ? 0 : smallestDifference(clusters, Math.sqrt(expectedNoise), POWER, { alpha, sides: 1 }));
}

/** Cases that a repeat more is asked of come in numbers that somebody pays for. */
export const MOST_REPEATS = 1000;

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
  // No more than there are is no answer: these have not decided it, whatever the law says of so few.
  return { cases: Number.isFinite(cases) && cases > clusters ? cases : null, repeats: more !== null && more > repeats && more <= MOST_REPEATS ? more : null };
}
