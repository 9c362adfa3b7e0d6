import type { Observations } from './dirichlet-mean.js';

/** With fewer there is nothing to gain. */
const LEAST = 256;
/** With more groups than these, observations hardly repeat. */
const MOST_GROUPS = 4096;

/**
 * Observations with equal ones as one group. What is calculated from them takes as long as there are groups, and differences between runs, like the scores
 * of most evaluators, have few values. Those that are few, or nearly all different, come back as they are.
 */
export function poolEqual(observations: Observations): Observations {
  const { sums, weights, counts } = observations;
  if (sums.length < LEAST) return observations;
  const groups = new Map<number, Map<number, number>>();
  const [pooledSums, pooledWeights, pooledCounts]: [number[], number[], number[]] = [[], [], []];
  for (const [index, sum] of sums.entries()) {
    const weight = weights[index] ?? 0;
    let ofSum = groups.get(sum);
    if (ofSum === undefined) groups.set(sum, (ofSum = new Map()));
    let group = ofSum.get(weight);
    if (group === undefined) {
      if (pooledSums.length === MOST_GROUPS) return observations;
      group = pooledSums.push(sum) - 1;
      ofSum.set(weight, group);
      pooledWeights.push(weight);
      pooledCounts.push(0);
    }
    pooledCounts[group] = (pooledCounts[group] ?? 0) + (counts[index] ?? 0);
  }
  return { ...observations, sums: Float64Array.from(pooledSums), weights: Float64Array.from(pooledWeights), counts: Float64Array.from(pooledCounts) };
}
