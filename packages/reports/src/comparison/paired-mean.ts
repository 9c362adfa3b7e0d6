import { createExactSum } from '../statistics/figures/exact-sum.js';

/** A weighted mean of differences, with its standard error. */
export interface PairedMean {
  /**
   * @param cluster differences of the same cluster are not independent of each other: those of one
   * case in several variants or on several targets.
   * @param weight ≥ 0; one of weight 0 has no part in anything.
   */
  add(cluster: string, difference: number, weight: number): void;
  /** Null without a difference that has weight. */
  mean(): number | null;
  /** Null with fewer than two clusters. */
  standardError(): number | null;
}

/**
 * Mean and standard error of paired differences `d` with weights `w`. The mean is `Σwd / Σw`; its
 * standard error is that of a ratio over `G` clusters,
 * `√(G/(G−1) · Σ(Σwd − mean·Σw)²) / Σw` with the inner sums over one cluster (W. Cochran,
 * "Sampling Techniques", 1977, sections 9.4 and 6.4). With equal weights and one difference a
 * cluster that is the standard deviation of the differences divided by `√n`.
 */
export function createPairedMean(): PairedMean {
  const [sum, total] = [createExactSum(), createExactSum()];
  const clusters = new Map<string, { sum: number; weight: number }>();

  function mean(): number | null {
    return clusters.size === 0 ? null : sum.value() / total.value();
  }

  return {
    add(cluster, difference, weight) {
      if (!(weight > 0)) return;
      const weighted = weight * difference;
      sum.add(weighted);
      total.add(weight);
      const known = clusters.get(cluster);
      if (known) {
        known.sum += weighted;
        known.weight += weight;
      } else clusters.set(cluster, { sum: weighted, weight });
    },
    mean,
    standardError() {
      const [center, count] = [mean(), clusters.size];
      if (center === null || count < 2) return null;
      const squares = createExactSum();
      for (const cluster of clusters.values()) squares.add((cluster.sum - center * cluster.weight) ** 2);
      return Math.sqrt((count / (count - 1)) * squares.value()) / total.value();
    },
  };
}
