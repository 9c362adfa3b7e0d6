import { refuse, requireFinite, requireWithin } from '../checks/require-number.js';
import { requireList } from '../checks/require-shape.js';

/** The quantile `q` of numbers in ascending order, not checked. */
export function quantileOfSorted(sorted: ArrayLike<number>, q: number): number {
  const position = (sorted.length - 1) * q;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/**
 * A quantile of values, interpolated between the two closest ranks (type 7 of Hyndman and Fan 1996, as R and NumPy have it).
 * @param values finite, at least one, in any order
 * @param q in [0, 1]
 * @throws {RangeError} for other arguments
 */
export function quantile(values: ArrayLike<number>, q: number): number {
  requireWithin('q', q, 0, 1);
  requireList('values', values);
  if (values.length === 0) throw new RangeError('there are no values; allowed: at least one');
  for (let index = 0; index < values.length; index += 1) if (typeof values[index] !== 'number') refuse(`values[${index}]`, values[index], 'a finite number');
  const sorted = Float64Array.from(values).sort();
  requireFinite('the largest value', sorted.at(-1) ?? Number.NaN);
  requireFinite('the least value', sorted[0] ?? Number.NaN);
  return quantileOfSorted(sorted, q);
}
