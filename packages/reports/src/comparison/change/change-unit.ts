/**
 * Replies that are held against each other and depend on nothing outside of their cluster: those to a case (in one variant), or a
 * conversation, each of whose repeats is one value.
 */
export interface ChangeUnit {
  /** Units of a cluster depend on each other: the variants of a case. */
  readonly cluster: string;
  /** Above 0. */
  readonly weight: number;
  /** Cases that the unit stands for, at least 1. */
  readonly cases: number;
  /** Figures of the replies, at least one. A mean of several replies is one value, with `repliesBefore`. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** Replies that the only value of `before` is the mean of, where it is known without them. */
  readonly repliesBefore?: number | undefined;
}

/** Units of a suite by cluster: Σ w·d and Σ w of each, in the order of their first units. */
export interface UnitClusters {
  readonly sums: Float64Array;
  readonly weights: Float64Array;
}

/** The mean of values, at least one. */
export function meanOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Puts the differences of units together by cluster. */
export function clusterUnits(units: readonly ChangeUnit[]): UnitClusters {
  const places = new Map<string, number>();
  const [sums, weights] = [new Float64Array(units.length), new Float64Array(units.length)];
  for (const { cluster, weight, before, after } of units) {
    let place = places.get(cluster);
    if (place === undefined) places.set(cluster, (place = places.size));
    sums[place] = (sums[place] ?? 0) + weight * (meanOf(after) - meanOf(before));
    weights[place] = (weights[place] ?? 0) + weight;
  }
  return { sums: sums.subarray(0, places.size), weights: weights.subarray(0, places.size) };
}
