import { requireBetween, requireCount, requireFinite, requirePositive, requireWithin } from '../checks/require-number.js';
import { requireObject, requireOneOf } from '../checks/require-shape.js';
import { gammaFront } from '../special/incomplete-gamma.js';
import { normalQuantile } from '../special/normal-quantile.js';
import { normalCdf } from '../special/normal.js';
import { studentQuantile } from '../special/student.js';

export interface PowerOptions {
  /** The chance of finding a difference where there is none; 0.05 unless given. */
  readonly alpha?: number;
  /** 2 unless given. */
  readonly sides?: 1 | 2;
}

/** What was said, or else holds. @throws {RangeError} */
function termsOf(options: PowerOptions): Required<PowerOptions> {
  requireObject('options', options);
  const { alpha = 0.05, sides = 2 } = options;
  requireBetween('alpha', alpha, 0, 1);
  requireOneOf('sides', sides, [1, 2]);
  return { alpha, sides };
}

/** The chance that a noncentral t is above `critical`: the normal law averaged over that of the estimated deviation. */
function noncentralTail(critical: number, shift: number, degrees: number): number {
  const shape = degrees / 2;
  const at = (logGamma: number): number => {
    const x = Math.exp(logGamma);
    return gammaFront(shape, x) * normalCdf(shift - critical * Math.sqrt(x / shape));
  };
  const step = 0.2 / Math.sqrt(1 + shape);
  const centre = Math.log(shape);
  let sum = at(centre);
  for (const direction of [-1, 1]) {
    for (let place = centre + direction * step; place > -700 && place < 700; place += direction * step) {
      const front = gammaFront(shape, Math.exp(place));
      sum += at(place);
      if (front < 1e-17) break;
    }
  }
  return Math.min(1, sum * step);
}

/**
 * The chance that a t test over `n` independent differences finds that their mean is not 0, where it is `difference` (noncentral t; as R's
 * `power.t.test(type = "paired", strict = TRUE)`).
 * @param n differences (cases, clusters), at least 2
 * @param difference the true mean, in the unit of the score
 * @param deviation standard deviation of the differences, above 0
 * @returns in [0, 1]
 * @throws {RangeError} for other arguments
 */
export function powerOf(n: number, difference: number, deviation: number, options: PowerOptions = {}): number {
  const { alpha, sides } = termsOf(options);
  requireCount('n', n, 2);
  requirePositive('deviation', deviation);
  requireFinite('difference', difference);
  const shift = (Math.abs(difference) * Math.sqrt(n)) / deviation;
  // From here on nobody sees a difference to 1.
  if (shift > 1000) return 1;
  const critical = studentQuantile(1 - alpha / sides, n - 1);
  const upper = noncentralTail(critical, shift, n - 1);
  return Math.min(1, sides === 2 ? upper + noncentralTail(critical, -shift, n - 1) : upper);
}

/**
 * The smallest true difference that a t test over `n` differences finds with the chance `power`.
 * @param n differences, at least 2
 * @param deviation standard deviation of the differences, at least 0
 * @param power in (alpha, 1); 0.8 unless given
 * @returns above 0, in the unit of the score; 0 where the deviation is 0
 * @throws {RangeError} for other arguments
 */
export function smallestDifference(n: number, deviation: number, power = 0.8, options: PowerOptions = {}): number {
  const { alpha } = termsOf(options);
  requireBetween('power', power, alpha, 1);
  requireCount('n', n, 2);
  requireWithin('deviation', deviation, 0, Number.MAX_VALUE);
  if (deviation === 0) return 0;
  const goal = normalQuantile(power);
  // Along the normal quantile of the power, which is nearly a line in the difference.
  const missing = (difference: number): number => normalQuantile(Math.min(1 - Number.EPSILON, powerOf(n, difference, deviation, options))) - goal;
  let [low, high] = [0, deviation / Math.sqrt(n)];
  let [below, above] = [normalQuantile(alpha) - goal, missing(high)];
  while (above < 0) {
    [low, below] = [high, above];
    high *= 2;
    above = missing(high);
  }
  let moved = 0;
  for (let step = 0; step < 100 && high - low > 1e-13 * high; step += 1) {
    const guess = high - (above * (high - low)) / (above - below);
    const middle = guess > low && guess < high ? guess : (low + high) / 2;
    const found = missing(middle);
    if (Math.abs(found) < 1e-14) return middle;
    // An end that stays a second time is given half its weight (the Illinois rule), so that both ends close in.
    if (found < 0) [low, below, above, moved] = [middle, found, moved < 0 ? above / 2 : above, -1];
    else [high, above, below, moved] = [middle, found, moved > 0 ? below / 2 : below, 1];
  }
  return high;
}

/** More cases than anybody has. */
const MOST_CASES = 1e9;

/**
 * How many differences a t test needs to find a mean of `difference` with the chance `power`.
 * @param difference not 0, in the unit of the score
 * @param deviation standard deviation of the differences, above 0
 * @param power in (alpha, 1); 0.8 unless given
 * @returns a whole number of at least 2; Infinity above 1e9
 * @throws {RangeError} for other arguments
 */
export function neededSize(difference: number, deviation: number, power = 0.8, options: PowerOptions = {}): number {
  requireBetween('power', power, termsOf(options).alpha, 1);
  requireFinite('difference', difference);
  requirePositive('the size of difference', Math.abs(difference));
  let high = 2;
  while (powerOf(high, difference, deviation, options) < power) {
    if (high > MOST_CASES) return Number.POSITIVE_INFINITY;
    high *= 2;
  }
  let low = Math.max(1, high / 2);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (powerOf(middle, difference, deviation, options) < power) low = middle;
    else high = middle;
  }
  return high;
}
