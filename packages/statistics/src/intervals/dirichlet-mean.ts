import { normalQuantile } from '../special/normal-quantile.js';
import { chancePositive } from './exponential-sum.js';

/** Groups of equal observations in [0, 1]. */
export interface Observations {
  /** Score × weight of one observation of each group, from 0 to its weight. */
  readonly sums: Float64Array;
  /** Weight of one observation of each group, above 0. */
  readonly weights: Float64Array;
  /** How many observations each group has, whole and at least 1. */
  readonly counts: Float64Array;
  /** Weight of the observation at the end of the range that is added. */
  readonly endWeight: number;
}

/** Room for the end point behind the observations. */
const withEnd = (values: Float64Array, end: number): Float64Array => {
  const all = new Float64Array(values.length + 1);
  all.set(values);
  all[values.length] = end;
  return all;
};

/** Centre and spread of the weighted mean under random weights, nearly: where the search starts. */
function roughLaw(sums: Float64Array, weights: Float64Array, counts: Float64Array): { mean: number; spread: number } {
  let [sum, weight, squares] = [0, 0, 0];
  for (let index = 0; index < sums.length; index += 1) {
    sum += (sums[index] ?? 0) * (counts[index] ?? 0);
    weight += (weights[index] ?? 0) * (counts[index] ?? 0);
  }
  const mean = sum / weight;
  for (let index = 0; index < sums.length; index += 1) {
    squares += ((sums[index] ?? 0) - mean * (weights[index] ?? 0)) ** 2 * (counts[index] ?? 0);
  }
  return { mean, spread: Math.sqrt(squares) / weight };
}

/**
 * The chance that the mean of the observations and one more at 1 is above `place`, when each gets a random weight: together the weights
 * are uniform on the simplex, Dirichlet(1, …, 1).
 */
export function chanceAbove({ sums, weights, counts, endWeight }: Observations, place: number): number {
  const factors = withEnd(sums, endWeight * (1 - place));
  for (let index = 0; index < sums.length; index += 1) factors[index] = (sums[index] ?? 0) - place * (weights[index] ?? 0);
  return chancePositive({ factors, counts: withEnd(counts, 1) });
}

/** Steps of the search; a handful is enough, the rest is for odd shapes. */
const MOST_STEPS = 80;
const PRECISION = 1e-12;

/**
 * The place in [0, 1] above which that mean is with the chance `beyond`. The search goes along the normal quantile of the chance,
 * which is nearly a line in the place.
 * @param beyond in (0, 1)
 */
export function upperEnd(observations: Observations, beyond: number): number {
  const { sums, weights, counts, endWeight } = observations;
  if (sums.every((sum, index) => sum >= (weights[index] ?? 0))) return 1;
  const goal = normalQuantile(beyond);
  const { mean, spread } = roughLaw(withEnd(sums, endWeight), withEnd(weights, endWeight), withEnd(counts, 1));
  let [below, above] = [0, 1];
  let place = Math.min(mean - goal * spread, (mean + 1) / 2);
  let last: { place: number; distance: number } | undefined;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const distance = goal - normalQuantile(chanceAbove(observations, place));
    if (distance === 0) return place;
    if (distance < 0) below = place;
    else above = place;
    const slope = last === undefined ? 1 / spread : (distance - last.distance) / (place - last.place);
    const guess = place - distance / slope;
    const next = guess > below && guess < above ? guess : (below + above) / 2;
    last = { place, distance };
    if (Math.abs(next - place) <= PRECISION) return next;
    place = next;
  }
  return place;
}
