import type { ChangeTerms, MeanChange } from '@assay/schema';
import { decideChanges, type MeanChangeOptions } from './mean-change.js';

/** What of the scores is taken: those that are there, or with what is unscored at its worst for the later side, or at its best. */
export type Reading = 'found' | 'worst' | 'best';

/** The changes of a mean: as it was found, and with what has no score at its worst and at its best. Null without anything to compare. */
export type ReadChanges = Readonly<Record<Reading, MeanChange | null>>;

/** Decides the changes of groups that are compared together; a group of which nothing is compared has none, and takes no part. */
export function decideTogether(changes: readonly (MeanChange | undefined)[], terms: ChangeTerms, figure?: MeanChangeOptions['figure']): readonly (MeanChange | null)[] {
  const decided = decideChanges(changes.flatMap((change) => change ?? []), terms, figure);
  let next = 0;
  return changes.map((change) => (change === undefined ? null : (decided[next++] ?? null)));
}

/**
 * What a group comes to by its mean. What has no score decides nothing where it would change nothing, whatever it had been: `undecided` is what
 * it could turn, `inconclusive` what is too little to decide a margin.
 * @returns undefined where nothing was compared, and nothing could have been
 */
export function decideReadings({ found, worst, best }: ReadChanges, { margin }: ChangeTerms): 'failed' | 'undecided' | 'inconclusive' | 'passed' | undefined {
  if (found === null) return worst === null ? undefined : 'undecided';
  const verdicts = [found, worst, best].map((change) => change?.verdict);
  // Where a conversation lost a turn its repeat is left out, and read at its best it is back: that may show what is not shown without it.
  if (verdicts.includes('worse')) return found.verdict === 'worse' && best?.verdict === 'worse' ? 'failed' : 'undecided';
  if (margin === undefined || worst?.verdict === 'not_worse') return 'passed';
  return found.verdict === 'not_worse' ? 'undecided' : 'inconclusive';
}
