import { requireNumber } from '../checks/require-number.js';
import { gammaTails } from './incomplete-gamma.js';

/**
 * The distribution function of the standard normal law: the chance of at most z. Far tails keep their digits.
 * @param z any number; NaN gives NaN
 * @returns in [0, 1]
 * @throws {RangeError} for what is no number
 */
export function normalCdf(z: number): number {
  requireNumber('z', z);
  if (Number.isNaN(z)) return z;
  const beyond = gammaTails(0.5, (z * z) / 2).upper / 2;
  return z < 0 ? beyond : 1 - beyond;
}
