import type { ChangeTerms, MeanChange } from '@assay/schema';
import { signedEnds } from '../../format/interval-ends.js';

/**
 * The ends of the interval of a change, rounded outwards; a dash without one.
 * @param terms that it is decided by: an end beyond the margin is not shown as if it was the margin
 */
export function changeEnds(change: Pick<MeanChange, 'low' | 'high'> | null, { margin }: Pick<ChangeTerms, 'margin'> = {}): string {
  return change === null ? '–' : signedEnds(change, margin === undefined ? [] : [-margin]);
}
