import { requireBetween, requireCount, requireWithin } from '../checks/require-number.js';
import { normalQuantile } from '../special/normal-quantile.js';
import { DEFAULT_LEVEL, type Interval } from './interval.js';

/**
 * Wilson's score interval of a rate (JASA 22, 1927), for comparison: narrower than {@link clopperPearson}, and right only on average
 * over rates, so that at some rates it misses more often than `level` allows.
 * @param successes a whole number from 0 to `trials`
 * @param trials a whole number of at least 1
 * @param level in (0, 1); 0.95 unless given
 * @returns ends in [0, 1]
 * @throws {RangeError} for other arguments
 */
export function wilson(successes: number, trials: number, level = DEFAULT_LEVEL): Interval {
  requireCount('trials', trials, 1);
  requireCount('successes', successes, 0);
  requireWithin('successes', successes, 0, trials);
  requireBetween('level', level, 0, 1);
  const square = normalQuantile((1 + level) / 2) ** 2;
  const failures = trials - successes;
  const centre = (successes + square / 2) / (trials + square);
  const half = Math.sqrt(square * ((successes / trials) * failures + square / 4)) / (trials + square);
  return { low: successes === 0 ? 0 : centre - half, high: failures === 0 ? 1 : centre + half };
}
