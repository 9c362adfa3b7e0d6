import { requireFiniteAt, requirePositive, requireSameLength, requireWithinAt } from '../checks/require-number.js';
import { requireList } from '../checks/require-shape.js';

/**
 * The mean Σ w·x / Σ w, summed so that roundings do not add up (Neumaier's sum).
 * @param values finite, at least one
 * @param weights at least 0, not all 0; all 1 unless given
 * @throws {RangeError} for other arguments
 */
export function weightedMean(values: ArrayLike<number>, weights?: ArrayLike<number>): number {
  requireList('values', values);
  if (values.length === 0) throw new RangeError('there are no values; allowed: at least one');
  if (weights !== undefined) {
    requireList('weights', weights);
    requireSameLength('weights', weights.length, values.length);
  }
  let [sum, lost, total] = [0, 0, 0];
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? Number.NaN;
    const weight = weights === undefined ? 1 : (weights[index] ?? Number.NaN);
    requireFiniteAt('values', index, value);
    requireWithinAt('weights', index, weight, 0, Number.MAX_VALUE);
    const term = value * weight;
    const next = sum + term;
    lost += Math.abs(sum) >= Math.abs(term) ? sum - next + term : term - next + sum;
    sum = next;
    total += weight;
  }
  requirePositive('the sum of the weights', total);
  return (sum + lost) / total;
}
