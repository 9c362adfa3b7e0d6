import { requireFiniteAt } from '../checks/require-number.js';
import { requireList, requireObject } from '../checks/require-shape.js';
import { gaffkeRatio } from './gaffke-ratio.js';
import type { Interval } from './interval.js';

export interface GaffkeOptions {
  /** The least value that can be; 0 unless given. */
  readonly low?: number;
  /** The largest value that can be; 1 unless given. */
  readonly high?: number;
  /** In (0, 1); 0.95 unless given. */
  readonly level?: number;
}

/** Below so many values for each that differs, counting them takes more time than it saves. */
const WORTH_COUNTING = 8;

/** Sorted values that differ, and how often each occurs. */
function countEqual(values: ArrayLike<number>): { distinct: Float64Array; counts: Float64Array } {
  const sorted = Float64Array.from(values).sort();
  const counts = new Float64Array(sorted.length);
  let size = 0;
  for (const value of sorted) {
    if (size === 0 || sorted[size - 1] !== value) {
      sorted[size] = value;
      size += 1;
    }
    counts[size - 1] = (counts[size - 1] ?? 0) + 1;
  }
  return { distinct: sorted.subarray(0, size), counts: counts.subarray(0, size) };
}

/**
 * An interval for the mean of independent values in a known range, whatever their law: see {@link gaffkeRatio}. Narrow where the values
 * vary little, and never outside of the range; wide for few values, as it has to be.
 * @param values at least one, each from `low` to `high`
 * @throws {RangeError} for other arguments
 */
export function gaffke(values: ArrayLike<number>, options: GaffkeOptions = {}): Interval {
  requireList('values', values);
  for (let index = 0; index < values.length; index += 1) requireFiniteAt('values', index, values[index] ?? Number.NaN);
  requireObject('options', options);
  const { distinct, counts } = countEqual(values);
  if (distinct.length * WORTH_COUNTING <= values.length) {
    return gaffkeRatio(distinct, new Float64Array(distinct.length).fill(1), { ...options, counts });
  }
  return gaffkeRatio(values, new Float64Array(values.length).fill(1), options);
}
