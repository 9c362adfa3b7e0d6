import { requirePositive, requireWithin } from '../checks/require-number.js';
import { gammaTails } from './incomplete-gamma.js';
import { gammaQuantile } from './inverse-gamma.js';

/**
 * The distribution function of chi-square: the chance of at most x.
 * @param x at least 0; Infinity is allowed
 * @param degrees of freedom, finite and above 0
 * @throws {RangeError} for other arguments
 */
export function chiSquareCdf(x: number, degrees: number): number {
  requireWithin('x', x, 0, Number.POSITIVE_INFINITY);
  requirePositive('degrees', degrees);
  return gammaTails(degrees / 2, x / 2).lower;
}

/**
 * The quantile of chi-square.
 * @param p in [0, 1]; 1 gives Infinity
 * @param degrees of freedom, finite and above 0
 * @throws {RangeError} for other arguments
 */
export function chiSquareQuantile(p: number, degrees: number): number {
  requireWithin('p', p, 0, 1);
  requirePositive('degrees', degrees);
  return 2 * gammaQuantile(degrees / 2, p, 1 - p);
}
