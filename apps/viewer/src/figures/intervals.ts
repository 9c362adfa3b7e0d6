import { clopperPearson, clusteredMean, studentInterval, type Interval } from '@assay/statistics';

/** The exact interval of 95 % for a share; undefined without trials. */
export function shareInterval(hits: number, trials: number): Interval | undefined {
  return trials === 0 ? undefined : clopperPearson(hits, trials);
}

/** Of fewer cases a standard error is a guess. */
const LEAST_CLUSTERS = 5;

export interface MeanWithMargin {
  /** Undefined when nothing has a weight. */
  readonly mean: number | undefined;
  /** Half of the interval of 95 %; undefined for so few clusters that it would say nothing. */
  readonly margin: number | undefined;
}

/**
 * A weighted mean of what hangs together in clusters (the repeats of a case, the turns of a conversation), with its margin.
 * @param sums of weight times value, a cluster each
 * @param weights their sums, a cluster each
 */
export function meanWithMargin(sums: ArrayLike<number>, weights: ArrayLike<number>): MeanWithMargin {
  let total = 0;
  for (let index = 0; index < weights.length; index += 1) total += weights[index] ?? 0;
  if (total === 0) return { mean: undefined, margin: undefined };
  const { mean, error, clusters } = clusteredMean(sums, weights);
  return { mean, margin: error === null || clusters < LEAST_CLUSTERS ? undefined : studentInterval(mean, error, clusters - 1).high - mean };
}
