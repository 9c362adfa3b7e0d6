import { requireWithinAt } from '../checks/require-number.js';
import { requireArray } from '../checks/require-shape.js';

/** Places of the values in ascending order. @throws {RangeError} for other values */
export function ascendingOrder(pValues: readonly number[]): number[] {
  requireArray('pValues', pValues);
  for (const [index, p] of pValues.entries()) requireWithinAt('pValues', index, p, 0, 1);
  return pValues.map((_, index) => index).sort((a, b) => (pValues[a] ?? 0) - (pValues[b] ?? 0));
}

/**
 * P-values adjusted by Holm (1979): what is at most α is decided, and the chance of any wrong decision among all is at most α, however the
 * tests depend on each other.
 * @param pValues each in [0, 1]
 * @returns adjusted ones in the same order, each in [0, 1]
 * @throws {RangeError} for other arguments
 */
export function holm(pValues: readonly number[]): number[] {
  const order = ascendingOrder(pValues);
  const adjusted = Array.from({ length: pValues.length }, () => 0);
  let largest = 0;
  for (const [rank, index] of order.entries()) {
    largest = Math.max(largest, Math.min(1, (pValues.length - rank) * (pValues[index] ?? 1)));
    adjusted[index] = largest;
  }
  return adjusted;
}
