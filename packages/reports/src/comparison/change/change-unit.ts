/**
 * Replies that are compared with each other and depend on nothing outside of their cluster: those to a case (in one variant), or a
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

/** What a case weighs, whether or not it has figures on both sides. */
export interface PlannedUnit {
  readonly cluster: string;
  readonly weight: number;
}

/** The weight of the heaviest cluster, had all of it figures on both sides; 0 without any. */
export function heaviestOf(planned: readonly PlannedUnit[]): number {
  const weights = new Map<string, number>();
  let heaviest = 0;
  for (const { cluster, weight } of planned) {
    const sum = (weights.get(cluster) ?? 0) + weight;
    weights.set(cluster, sum);
    heaviest = Math.max(heaviest, sum);
  }
  return heaviest;
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

/** The place of the cluster of each unit among the clusters, in the order of their first units. */
interface ClusterPlaces {
  readonly places: Uint32Array;
  readonly count: number;
}

function placeByName(units: readonly ChangeUnit[]): ClusterPlaces {
  const known = new Map<string, number>();
  const places = Uint32Array.from(units, ({ cluster }) => {
    const place = known.get(cluster) ?? known.size;
    if (place === known.size) known.set(cluster, place);
    return place;
  });
  return { places, count: known.size };
}

/** Units mostly come in the order of their clusters: then a cluster that is not the one before is new, and nothing has to be looked up. */
function placeClusters(units: readonly ChangeUnit[]): ClusterPlaces {
  const places = new Uint32Array(units.length);
  let count = 0;
  let last: string | undefined;
  for (const [index, { cluster }] of units.entries()) {
    if (last !== undefined && cluster < last) return placeByName(units);
    if (cluster !== last) count += 1;
    places[index] = count - 1;
    last = cluster;
  }
  return { places, count };
}

/** Puts the differences of units together by cluster. */
export function clusterUnits(units: readonly ChangeUnit[]): UnitClusters {
  const { places, count } = placeClusters(units);
  const [sums, weights] = [new Float64Array(count), new Float64Array(count)];
  for (const [index, { weight, before, after }] of units.entries()) {
    const place = places[index] ?? 0;
    sums[place] = (sums[place] ?? 0) + weight * (meanOf(after) - meanOf(before));
    weights[place] = (weights[place] ?? 0) + weight;
  }
  return { sums, weights };
}
