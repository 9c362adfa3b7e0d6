/** The 97.5 % point of the normal distribution: for intervals of 95 %. */
const Z = 1.959964;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Wilson's interval of 95 % for a share: sensible for few trials, and for none or all of them.
 * @see E. B. Wilson, Probable inference, the law of succession, and statistical inference (1927)
 */
export function shareInterval(hits: number, trials: number): Interval | undefined {
  if (trials === 0) return undefined;
  const share = hits / trials;
  const spread = (Z * Math.sqrt((share * (1 - share)) / trials + (Z * Z) / (4 * trials * trials))) / (1 + (Z * Z) / trials);
  const middle = (share + (Z * Z) / (2 * trials)) / (1 + (Z * Z) / trials);
  return { low: Math.max(0, middle - spread), high: Math.min(1, middle + spread) };
}

/**
 * Half of the interval of 95 % of a weighted mean over cases, from how far the cases lie from it; undefined for less than two. Repeats of a
 * case are no cases of their own: hand in the mean of each case.
 */
export function meanMargin(means: readonly number[] | Float64Array, weights: readonly number[] | Float64Array, mean: number): number | undefined {
  const count = means.length;
  if (count < 2) return undefined;
  let [total, squares] = [0, 0];
  for (let index = 0; index < count; index += 1) {
    const weight = weights[index] ?? 0;
    total += weight;
    squares += (weight * ((means[index] ?? 0) - mean)) ** 2;
  }
  return total === 0 ? undefined : (Z * Math.sqrt((squares * count) / (count - 1))) / total;
}
