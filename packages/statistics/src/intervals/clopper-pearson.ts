import { requireBetween, requireCount, requireWithin } from '../checks/require-number.js';
import { betaQuantile } from '../special/inverse-beta.js';
import { DEFAULT_LEVEL, type Interval } from './interval.js';

/**
 * The exact interval of a rate, for `successes` of `trials` that do not depend on each other (Clopper and Pearson, Biometrika 26,
 * 1934). It holds the true rate at least as often as `level` says, whatever the rate.
 * @param successes a whole number from 0 to `trials`
 * @param trials a whole number of at least 1
 * @param level in (0, 1); 0.95 unless given
 * @returns ends in [0, 1]
 * @throws {RangeError} for other arguments
 */
export function clopperPearson(successes: number, trials: number, level = DEFAULT_LEVEL): Interval {
  requireCount('trials', trials, 1);
  requireCount('successes', successes, 0);
  requireWithin('successes', successes, 0, trials);
  requireBetween('level', level, 0, 1);
  const failures = trials - successes;
  const beyond = (1 - level) / 2;
  return {
    low: successes === 0 ? 0 : betaQuantile(successes, failures + 1, beyond, 1 - beyond).x,
    high: failures === 0 ? 1 : betaQuantile(successes + 1, failures, 1 - beyond, beyond).x,
  };
}
