import { requireBetween, requireCount, requireWithinAt } from '../checks/require-number.js';
import { requireObject, requireObjects } from '../checks/require-shape.js';
import { holm } from '../comparisons/holm.js';
import type { RepeatLook } from './repeat-look.js';
import type { RepeatDesign, RepeatSequence } from './repeat-sequence.js';

/**
 * Why no repeat is added any more.
 * - `below`, `above`: the mean is shown to be below the bound, or above it;
 * - `unlikely`: more repeats would hardly decide it;
 * - `most`: there are as many repeats as there may be.
 */
export type StopReason = 'below' | 'above' | 'unlikely' | 'most';

/**
 * The chance that all repeats would decide it, below which repeats are not worth asking for. With less of it runs agree more often with those of
 * all repeats, and ask for more: see the simulation `stopping`.
 */
const HARDLY = 0.06;

const CHANCES = ['below', 'above', 'later'] as const;

/**
 * What becomes of suites that were looked at, each after its own number of repeats. "Below" of any suite where it is not has the chance α over
 * all suites and looks (Holm, on chances that know of the looks); "above" is shown of each at α, since all of them have to be. Stopping
 * where a decision is unlikely adds no wrong one. What a suite was stopped by stays as others go on.
 * @param looks one for each suite, those included that were stopped before
 * @returns why each was stopped, in the same order; undefined where a repeat is to be added
 * @throws {RangeError} for other arguments
 */
export function stopRule(looks: readonly RepeatLook[], design: RepeatDesign, sequence: RepeatSequence): readonly (StopReason | undefined)[] {
  requireObject('design', design);
  requireObject('sequence', sequence);
  const { least, most, alpha = 0.05 } = design;
  requireCount('least', least, 1);
  requireCount('most', most, least + 1);
  requireBetween('alpha', alpha, 0, 1);
  requireObjects('looks', looks);
  for (const [index, look] of looks.entries()) for (const field of CHANCES) requireWithinAt('looks', index, look[field], 0, 1, `.${field}`);
  const below = holm(looks.map((look) => sequence.chance(look, look.below)));
  return looks.map((look, index) => {
    if ((below[index] ?? 1) <= alpha) return 'below';
    if (look.above <= sequence.level(look)) return 'above';
    if (look.repeats >= most) return 'most';
    return look.later < HARDLY ? 'unlikely' : undefined;
  });
}
