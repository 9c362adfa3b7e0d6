import { requirePositive } from '../checks/require-number.js';
import { logGammaOf } from './stirling.js';

/**
 * ln Γ(x), the logarithm of the gamma function, for finite x > 0. Within 1e-14 of the value, relative above 1.
 * @throws {RangeError} for other arguments
 */
export function logGamma(x: number): number {
  requirePositive('x', x);
  return logGammaOf(x);
}
