import { requireFiniteAt, requireSameLength } from '../checks/require-number.js';
import { requireList, requireObject } from '../checks/require-shape.js';
import { permutationTest, type PermutationOptions, type PermutationResult } from './permutation-test.js';

/**
 * Whether the mean of paired differences is 0, by flipping the signs of whole differences: for means over as many repeats on both sides,
 * whose law is then symmetric where nothing differs. With unequal repeats take {@link permutationTest}, which needs the single replies.
 * @param differences after less before, at least one
 * @param weights at least 0; all 1 unless given
 * @throws {RangeError} for other arguments
 */
export function signFlipTest(differences: ArrayLike<number>, options: PermutationOptions & { readonly weights?: ArrayLike<number> } = {}): PermutationResult {
  requireObject('options', options);
  requireList('differences', differences);
  const { weights } = options;
  if (weights !== undefined) {
    requireList('weights', weights);
    requireSameLength('weights', weights.length, differences.length);
  }
  for (let index = 0; index < differences.length; index += 1) requireFiniteAt('differences', index, differences[index] ?? Number.NaN);
  const units = Array.from(differences, (difference, index) => ({
    before: [-difference / 2],
    after: [difference / 2],
    weight: weights === undefined ? 1 : (weights[index] ?? Number.NaN),
  }));
  return permutationTest(units, options);
}
