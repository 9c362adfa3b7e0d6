import { requirePositive, requireWithin } from '../checks/require-number.js';
import type { Tails } from './incomplete-beta.js';
import { deviance, stirlingError } from './stirling.js';

const TINY = 1e-300;
const MOST_STEPS = 5_000_000;

/** x^a · e^−x / Γ(a) (Loader's deviance). */
export function gammaFront(a: number, x: number): number {
  return Math.sqrt(a / (2 * Math.PI)) * Math.exp(-stirlingError(a) - deviance(a, x));
}

/** γ(a, x) over x^a e^−x, as a power series. */
function lowerSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let step = 1; step < MOST_STEPS; step += 1) {
    term *= x / (a + step);
    sum += term;
    if (term <= sum * 1e-17) break;
  }
  return sum;
}

/** Γ(a, x) over x^a e^−x, as a continued fraction by Lentz's method (Numerical Recipes, 6.2). */
function upperFraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = 1 / TINY;
  let d = 1 / b;
  let value = d;
  for (let step = 1; step < MOST_STEPS; step += 1) {
    const numerator = step * (a - step);
    b += 2;
    d = numerator * d + b;
    c = b + numerator / c;
    d = 1 / (Math.abs(d) < TINY ? TINY : d);
    if (Math.abs(c) < TINY) c = TINY;
    const factor = d * c;
    value *= factor;
    if (Math.abs(factor - 1) <= 1e-15) break;
  }
  return value;
}

/** Both tails of the gamma distribution with shape a and scale 1. Not checked. */
export function gammaTails(a: number, x: number): Tails {
  if (x <= 0) return { lower: 0, upper: 1 };
  if (x === Number.POSITIVE_INFINITY) return { lower: 1, upper: 0 };
  const front = gammaFront(a, x);
  if (x < a + 1) {
    const lower = Math.min(1, front * lowerSeries(a, x));
    return { lower, upper: 1 - lower };
  }
  const upper = Math.min(1, front * upperFraction(a, x));
  return { lower: 1 - upper, upper };
}

/**
 * The regularized lower incomplete gamma function P(a, x): the chance that a gamma variable of shape a is at most x.
 * @param x at least 0; Infinity is allowed
 * @param a finite and above 0
 * @throws {RangeError} for other arguments
 */
export function incompleteGamma(x: number, a: number): number {
  requireWithin('x', x, 0, Number.POSITIVE_INFINITY);
  requirePositive('a', a);
  return gammaTails(a, x).lower;
}
