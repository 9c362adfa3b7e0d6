import { requireBetween, requireCount } from '../checks/require-number.js';
import { createRandom } from '../chance/random.js';
import { DEFAULT_LEVEL, type Interval } from '../intervals/interval.js';
import { quantileOfSorted } from '../means/quantile.js';
import type { RatedUnit } from './krippendorff-alpha.js';

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

const NOTHING: RatingSums = { ratings: 0, sum: 0, squares: 0, apart: 0 };

/**
 * The sums of one unit; nothing where fewer than two rated it.
 * @throws {RangeError} for a rating that is not finite
 */
export function ratingSums(unit: RatedUnit): RatingSums {
  const ratings = unit.filter((rating) => rating !== null && rating !== undefined);
  for (const rating of ratings) if (!Number.isFinite(rating)) throw new RangeError(`a rating is ${rating}; allowed: finite numbers, or null`);
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

/**
 * Krippendorff's alpha with the `interval` metric of units that are added up, in clusters (the questions about one case, say): the same as
 * `krippendorffAlpha` of the units, in memory that grows with clusters alone. Its interval is by the bootstrap over clusters.
 * @returns alpha null where the ratings do not vary; the interval null with it, and for fewer than two clusters
 * @throws {RangeError} for options out of range
 */
export function alphaOfSums(clusters: readonly RatingSums[], options: AlphaOfSumsOptions = {}): { readonly alpha: number | null; readonly interval: Interval | null } {
  const { level = DEFAULT_LEVEL, rounds = 1000, seed = 1 } = options;
  requireBetween('level', level, 0, 1);
  requireCount('rounds', rounds, 1);
  const rated = clusters.filter(({ ratings }) => ratings > 0);
  const alpha = alphaOf(rated.reduce(added, NOTHING));
  if (alpha === null || rated.length < 2) return { alpha, interval: null };
  const random = createRandom(seed);
  const drawn: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let [ratings, sum, squares, apart] = [0, 0, 0, 0];
    for (let draw = 0; draw < rated.length; draw += 1) {
      const cluster = rated[random.below(rated.length)] as RatingSums;
      ratings += cluster.ratings;
      sum += cluster.sum;
      squares += cluster.squares;
      apart += cluster.apart;
    }
    const one = alphaOf({ ratings, sum, squares, apart });
    if (one !== null) drawn.push(one);
  }
  if (drawn.length === 0) return { alpha, interval: null };
  const sorted = Float64Array.from(drawn).sort();
  return { alpha, interval: { low: quantileOfSorted(sorted, (1 - level) / 2), high: quantileOfSorted(sorted, (1 + level) / 2) } };
}
