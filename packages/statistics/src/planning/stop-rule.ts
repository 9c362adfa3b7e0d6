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

export interface StopDecision {
  /** Undefined where a repeat is to be added. */
  readonly stopped: StopReason | undefined;
  /** The look whose level decided: the last one where replies never differ, as it would see the same. */
  readonly look: number;
}

/** The chance of a decision by the last look below which repeats are not worth asking for. */
const HARDLY = 0.02;

/**
 * What becomes of suites that were looked at, each after its own number of repeats. "Below" of any suite where it is not has the chance α over
 * all suites and looks (Holm, on chances that know of the looks); "above" is shown of each at α, since all of them have to be. Stopping
 * where a decision is unlikely adds no wrong one. What a suite was stopped by stays as others go on.
 * @param looks one for each suite, those included that were stopped before
 */
export function stopRule(looks: readonly RepeatLook[], { most, alpha = 0.05 }: RepeatDesign, sequence: RepeatSequence): readonly StopDecision[] {
  const places = looks.map(({ repeats, settled }) => (settled ? most : repeats));
  const below = holm(looks.map((look, index) => sequence.chance(places[index] ?? most, look.below)));
  return looks.map((found, index) => {
    const look = places[index] ?? most;
    const decided = (stopped: StopReason | undefined): StopDecision => ({ stopped, look });
    if ((below[index] ?? 1) <= alpha) return decided('below');
    if (found.above <= sequence.level(look)) return decided('above');
    if (found.repeats >= most) return decided('most');
    return decided(found.later < HARDLY ? 'unlikely' : undefined);
  });
}
