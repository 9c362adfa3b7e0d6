import { gammaTails } from './incomplete-gamma.js';

/**
 * The distribution function of the standard normal law: the chance of at most z. Far tails keep their digits.
 * @param z any number; NaN gives NaN
 * @returns in [0, 1]
 */
export function normalCdf(z: number): number {
  if (Number.isNaN(z)) return z;
  const beyond = gammaTails(0.5, (z * z) / 2).upper / 2;
  return z < 0 ? beyond : 1 - beyond;
}
