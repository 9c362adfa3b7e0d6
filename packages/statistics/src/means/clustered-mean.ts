import { requireFiniteAt, requirePositive, requireSameLength, requireWithinAt } from '../checks/require-number.js';
import { requireList, requireOneOf } from '../checks/require-shape.js';

/** How residuals of few clusters are enlarged: not at all, by C / (C − 1), or each by the share of its cluster (Bell and McCaffrey). */
export type ClusterCorrection = 'CR0' | 'CR1' | 'CR2';

export interface ClusteredMean {
  /** Σ w·s / Σ w */
  readonly mean: number;
  /** Its standard error, in units of the score; null for a single cluster, which shows no variation. */
  readonly error: number | null;
  /** Clusters with a weight above 0. */
  readonly clusters: number;
}

/**
 * A weighted mean with the standard error that holds when scores within a cluster depend on each other: the sandwich of the sums of
 * residuals by cluster (Liang and Zeger 1986; Miller, arXiv 2411.00640, equation 4, is CR0).
 * @param sums Σ w·s of each cluster
 * @param weights Σ w of each cluster, at least 0
 * @param correction CR1 unless given
 * @throws {RangeError} for other arguments: weights below 0, lists of different lengths, nothing with a weight
 */
export function clusteredMean(sums: ArrayLike<number>, weights: ArrayLike<number>, correction: ClusterCorrection = 'CR1'): ClusteredMean {
  requireList('sums', sums);
  requireList('weights', weights);
  requireOneOf('correction', correction, ['CR0', 'CR1', 'CR2']);
  requireSameLength('weights', weights.length, sums.length);
  let [sum, total, clusters] = [0, 0, 0];
  for (let index = 0; index < sums.length; index += 1) {
    const weight = weights[index] ?? Number.NaN;
    requireWithinAt('weights', index, weight, 0, Number.MAX_VALUE);
    if (weight === 0) continue;
    requireFiniteAt('sums', index, sums[index] ?? Number.NaN);
    sum += sums[index] ?? 0;
    total += weight;
    clusters += 1;
  }
  requirePositive('the sum of the weights', total);
  const mean = sum / total;
  if (clusters === 1) return { mean, error: null, clusters };
  let squares = 0;
  for (let index = 0; index < sums.length; index += 1) {
    const weight = weights[index] ?? 0;
    if (weight === 0) continue;
    const residual = (sums[index] ?? 0) - mean * weight;
    squares += (residual * residual) / (correction === 'CR2' ? 1 - weight / total : 1);
  }
  const factor = correction === 'CR1' ? clusters / (clusters - 1) : 1;
  return { mean, error: Math.sqrt(squares * factor) / total, clusters };
}
