import { requirePositive, requireWithin } from '../checks/require-number.js';
import { deviance, stirlingError } from './stirling.js';

/** A probability and what it lacks to 1, each with all of its digits. */
export interface Tails {
  readonly lower: number;
  readonly upper: number;
}

const TINY = 1e-300;
/** Enough for parameters up to 1e12; each step costs some nanoseconds. */
const MOST_STEPS = 5_000_000;

/** x^a · y^b / B(a, b), for y = 1 − x; keeps its digits where a and b are large (Loader's deviances). */
export function betaFront(a: number, b: number, x: number, y: number): number {
  const n = a + b;
  const exponent = stirlingError(n) - stirlingError(a) - stirlingError(b) - deviance(a, n * x) - deviance(b, n * y);
  return Math.sqrt(((a / n) * b) / (2 * Math.PI)) * Math.exp(exponent);
}

/**
 * I_x(a, b) over {@link betaFront}, as the continued fraction of DiDonato and Morris (ACM TOMS 708, 1992) by Lentz's method.
 * It takes y = 1 − x too, so that nothing cancels where x is close to 1.
 */
function betaFraction(a: number, b: number, x: number, y: number): number {
  let value = (a * (a * y - b * x + 1)) / (a + 1);
  if (Math.abs(value) < TINY) value = TINY;
  let c = value;
  let d = 0;
  for (let m = 1; m < MOST_STEPS; m += 1) {
    const odd = a + 2 * m - 1;
    const above = (((a + m - 1) / odd) * ((a + b + m - 1) / odd)) * m * (b - m) * x * x;
    const below = m + (m * (b - m) * x) / odd + ((a + m) * (a * y - b * x + 1 + m * (2 - x))) / (odd + 2);
    d = below + above * d;
    d = 1 / (Math.abs(d) < TINY ? TINY : d);
    c = below + above / c;
    if (Math.abs(c) < TINY) c = TINY;
    const factor = c * d;
    value *= factor;
    if (Math.abs(factor - 1) <= 1e-15) break;
  }
  return 1 / value;
}

/** Both tails of Beta(a, b) at x, where y = 1 − x is known better than a subtraction would tell. Not checked. */
export function betaTails(a: number, b: number, x: number, y: number): Tails {
  if (x <= 0) return { lower: 0, upper: 1 };
  if (y <= 0) return { lower: 1, upper: 0 };
  const front = betaFront(a, b, x, y);
  if (x * (a + b + 2) < a + 1) {
    const lower = Math.min(1, front * betaFraction(a, b, x, y));
    return { lower, upper: 1 - lower };
  }
  const upper = Math.min(1, front * betaFraction(b, a, y, x));
  return { lower: 1 - upper, upper };
}

/**
 * The regularized incomplete beta function I_x(a, b): the chance that a Beta(a, b) variable is at most x.
 * @param x in [0, 1]
 * @param a finite and above 0, as `b`
 * @throws {RangeError} for other arguments
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  requireWithin('x', x, 0, 1);
  requirePositive('a', a);
  requirePositive('b', b);
  return betaTails(a, b, x, 1 - x).lower;
}
