import { requireNumber, requirePositive, requireWithin } from '../checks/require-number.js';
import { betaTails } from './incomplete-beta.js';
import { betaQuantile } from './inverse-beta.js';

/**
 * The distribution function of Student's t: the chance of at most t.
 * @param t any number, also ±Infinity; NaN gives NaN
 * @param degrees of freedom, finite and above 0; need not be whole
 * @throws {RangeError} for other arguments
 */
export function studentCdf(t: number, degrees: number): number {
  requireNumber('t', t);
  requirePositive('degrees', degrees);
  if (Number.isNaN(t)) return t;
  // By a ratio, so that the square of a huge t does not overflow.
  const ratio = Math.abs(t) > 1e100 ? 0 : degrees / (degrees + t * t);
  const rest = Math.abs(t) > 1e100 ? 1 : (t * t) / (degrees + t * t);
  const beyond = betaTails(degrees / 2, 0.5, ratio, rest).lower / 2;
  return t < 0 ? beyond : 1 - beyond;
}

/**
 * The quantile of Student's t.
 * @param p in [0, 1]; 0 gives -Infinity and 1 Infinity
 * @param degrees of freedom, finite and above 0; need not be whole
 * @throws {RangeError} for other arguments
 */
export function studentQuantile(p: number, degrees: number): number {
  requireWithin('p', p, 0, 1);
  requirePositive('degrees', degrees);
  if (p === 0.5) return 0;
  const tail = 2 * Math.min(p, 1 - p);
  const centre = 2 * Math.abs(p - 0.5);
  const { x, y } = betaQuantile(degrees / 2, 0.5, tail, centre);
  const size = Math.sqrt(degrees * (y / x));
  return p < 0.5 ? -size : size;
}
