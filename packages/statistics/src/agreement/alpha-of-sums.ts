import { requireBetween, requireCount, requireFiniteAt } from '../checks/require-number.js';
import { requireObject, requireObjects } from '../checks/require-shape.js';
import { halfGamma } from '../chance/half-gamma.js';
import { createRandom, type Random } from '../chance/random.js';
import { DEFAULT_LEVEL, type Interval } from '../intervals/interval.js';
import { quantileOfSorted } from '../means/quantile.js';
import { ratingsOf, type RatedUnit } from './krippendorff-alpha.js';

/** What ratings of units add up to: all that alpha with the `interval` metric needs. Sums of several units, or clusters of them, are added field by field. */
export interface RatingSums {
  /** Ratings of units that at least two rated. */
  readonly ratings: number;
  readonly sum: number;
  /** Σ x² */
  readonly squares: number;
  /** Σ over units of the squared distances within, over all ordered pairs, each divided by its ratings less one. */
  readonly apart: number;
}

const FIELDS = ['ratings', 'sum', 'squares', 'apart'] as const;

const NOTHING: RatingSums = { ratings: 0, sum: 0, squares: 0, apart: 0 };

/**
 * The sums of one unit; nothing where fewer than two rated it.
 * @throws {RangeError} for a rating that is no finite number, and what is no list
 */
export function ratingSums(unit: RatedUnit): RatingSums {
  const ratings = ratingsOf(unit);
  if (ratings.length < 2) return NOTHING;
  const mean = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length;
  const around = ratings.reduce((sum, rating) => sum + (rating - mean) ** 2, 0);
  return {
    ratings: ratings.length,
    sum: ratings.reduce((sum, rating) => sum + rating, 0),
    squares: ratings.reduce((sum, rating) => sum + rating * rating, 0),
    apart: (2 * ratings.length * around) / (ratings.length - 1),
  };
}

/** Variance below this share of the mean square is rounding. */
const NOISE = 1e-10;

function alphaOf({ ratings, sum, squares, apart }: RatingSums): number | null {
  const varied = ratings * squares - sum * sum;
  if (ratings < 2 || !(varied > NOISE * ratings * squares)) return null;
  return 1 - (apart * (ratings - 1)) / (2 * varied);
}

function added(all: RatingSums, { ratings, sum, squares, apart }: RatingSums): RatingSums {
  return { ratings: all.ratings + ratings, sum: all.sum + sum, squares: all.squares + squares, apart: all.apart + apart };
}

export interface AlphaOfSumsOptions {
  /** In (0, 1); 0.95 unless given. */
  readonly level?: number;
  /** Draws, at least 1; 1,000 unless given. */
  readonly rounds?: number;
  /** A whole number of at least 0; 1 unless given. */
  readonly seed?: number;
}

/** Two ratings of one thing, in each way in which ends of the range can be said of it: half of each is Jeffreys' prior. */
const PRIOR = ([[0, 0], [1, 1], [0, 1], [1, 0]] as const).map((unit) => ratingSums(unit));

function ends(drawn: readonly number[], level: number): Interval {
  const sorted = Float64Array.from(drawn).sort();
  return { low: quantileOfSorted(sorted, (1 - level) / 2), high: quantileOfSorted(sorted, (1 + level) / 2) };
}

/** Sums of the clusters, each times a number of the exponential law. */
function drawSums(clusters: readonly RatingSums[], scale: number, random: Random): RatingSums {
  let [ratings, sum, squares, apart] = [0, 0, 0, 0];
  for (const cluster of clusters) {
    const times = scale * random.exponential();
    ratings += times * cluster.ratings;
    sum += times * cluster.sum;
    squares += times * cluster.squares;
    apart += times * cluster.apart;
  }
  return { ratings, sum, squares, apart };
}

const times = ({ ratings, sum, squares, apart }: RatingSums, by: number): RatingSums => ({ ratings: by * ratings, sum: by * sum, squares: by * squares, apart: by * apart });

/**
 * Krippendorff's alpha with the `interval` metric of ratings from 0 to 1 that are added up, in clusters (the questions about one case, say): the same
 * as `krippendorffAlpha` of the units, in memory that grows with clusters alone. Its interval is by the Bayesian bootstrap over clusters (Rubin 1981),
 * once as the ratings are and once with half a thing for each way in which two can rate it (Jeffreys' prior): what both together
 * span, since raters that never differed on a few things are not sure never to differ.
 * @returns alpha null where the ratings do not vary; the interval null with it, and for fewer than two clusters
 * @throws {RangeError} for other arguments: sums that are no finite numbers, options out of range
 */
export function alphaOfSums(clusters: readonly RatingSums[], options: AlphaOfSumsOptions = {}): { readonly alpha: number | null; readonly interval: Interval | null } {
  requireObject('options', options);
  const { level = DEFAULT_LEVEL, rounds = 1000, seed = 1 } = options;
  requireBetween('level', level, 0, 1);
  requireCount('rounds', rounds, 1);
  requireCount('seed', seed, 0);
  requireObjects('clusters', clusters);
  for (const [index, cluster] of clusters.entries()) for (const field of FIELDS) requireFiniteAt('clusters', index, cluster[field]);
  const rated = clusters.filter(({ ratings }) => ratings > 0);
  const all = rated.reduce(added, NOTHING);
  const alpha = alphaOf(all);
  if (alpha === null || rated.length < 2) return { alpha, interval: null };
  // Clusters count, by Kish's design effect, as so many things that two have rated.
  const scale = (2 * all.ratings) / rated.reduce((squares, { ratings }) => squares + ratings ** 2, 0);
  const random = createRandom(seed);
  const [plain, prior]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const drawn = drawSums(rated, scale, random);
    const found = alphaOf(drawn);
    if (found !== null) plain.push(found);
    prior.push(alphaOf(PRIOR.reduce((sums, unit) => added(sums, times(unit, halfGamma(random))), drawn)) ?? alpha);
  }
  const spans = [ends(prior, level), ...(plain.length > 0 ? [ends(plain, level)] : [])];
  return { alpha, interval: { low: Math.min(alpha, ...spans.map(({ low }) => low)), high: Math.min(1, Math.max(alpha, ...spans.map(({ high }) => high))) } };
}
