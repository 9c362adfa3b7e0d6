import { requireBetween, requireFinite, requireWithin } from '../checks/require-number.js';
import { DEFAULT_LEVEL, type Interval } from '../intervals/interval.js';
import { studentQuantile } from '../special/student.js';

/**
 * mean ± t · error. Right for many values or normal ones; for few values of a skewed law it misses far more often than it says.
 * @param error standard error, at least 0, in units of the mean
 * @param degrees of freedom, above 0: values or clusters less one
 * @param level in (0, 1); 0.95 unless given
 * @returns ends that may lie outside of the range of the values
 * @throws {RangeError} for other arguments
 */
export function studentInterval(mean: number, error: number, degrees: number, level = DEFAULT_LEVEL): Interval {
  requireFinite('mean', mean);
  requireWithin('error', error, 0, Number.MAX_VALUE);
  requireBetween('level', level, 0, 1);
  const half = error * studentQuantile((1 + level) / 2, degrees);
  return { low: mean - half, high: mean + half };
}
