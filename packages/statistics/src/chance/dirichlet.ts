import { requireCount } from '../checks/require-number.js';
import { requireObject } from '../checks/require-shape.js';
import type { Random } from './random.js';

/**
 * Weights that are uniform on the simplex: at least 0, and together 1. They are exponential variables over their sum.
 * @param count how many, at least 1
 * @throws {RangeError} for other arguments
 */
export function drawDirichlet(random: Random, count: number): Float64Array {
  requireObject('random', random);
  requireCount('count', count, 1);
  const weights = new Float64Array(count);
  let sum = 0;
  for (let index = 0; index < count; index += 1) {
    const drawn = random.exponential();
    weights[index] = drawn;
    sum += drawn;
  }
  for (let index = 0; index < count; index += 1) weights[index] = (weights[index] ?? 0) / sum;
  return weights;
}
