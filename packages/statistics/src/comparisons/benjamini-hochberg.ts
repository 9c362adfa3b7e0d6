import { ascendingOrder } from './holm.js';

/**
 * P-values adjusted by Benjamini and Hochberg (1995): of those that are at most q, a share of at most q is expected to be wrong. For lists
 * that somebody looks through; where a decision hangs on it, take {@link holm}.
 * @param pValues each in [0, 1]
 * @returns adjusted ones in the same order, each in [0, 1]
 * @throws {RangeError} for what is no probability
 */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  const adjusted = Array.from({ length: pValues.length }, () => 0);
  let least = 1;
  for (const [back, index] of ascendingOrder(pValues).toReversed().entries()) {
    const rank = pValues.length - back;
    least = Math.min(least, (pValues.length / rank) * (pValues[index] ?? 1));
    adjusted[index] = least;
  }
  return adjusted;
}
