import { requireCount, requireSameLength } from '../checks/require-number.js';
import { requireArray } from '../checks/require-shape.js';
import { ascendingOrder } from './holm.js';

/**
 * P-values adjusted by Benjamini and Hochberg (1995): of those that are at most q, a share of at most q is expected to be wrong. For lists
 * that somebody looks through; where a decision hangs on it, take {@link holm}.
 * @param pValues each in [0, 1]
 * @param counts how often each occurs, whole and at least 1; once unless given. Equal ones come out equal
 * @returns adjusted ones in the same order, each in [0, 1]
 * @throws {RangeError} for other arguments
 */
export function benjaminiHochberg(pValues: readonly number[], counts?: readonly number[]): number[] {
  requireArray('pValues', pValues);
  let total = pValues.length;
  if (counts !== undefined) {
    requireArray('counts', counts);
    requireSameLength('counts', counts.length, pValues.length);
    total = 0;
    for (const count of counts) {
      requireCount('a count', count, 1);
      total += count;
    }
  }
  const adjusted = Array.from({ length: pValues.length }, () => 0);
  let [least, rank] = [1, total];
  for (const index of ascendingOrder(pValues).toReversed()) {
    least = Math.min(least, (total / rank) * (pValues[index] ?? 1));
    adjusted[index] = least;
    rank -= counts?.[index] ?? 1;
  }
  return adjusted;
}
