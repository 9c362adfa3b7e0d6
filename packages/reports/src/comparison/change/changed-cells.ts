import type { ChangeTerms, ComparisonPair } from '@assay/schema';
import { changeEnds } from './change-ends.js';
import { formatDifference } from '../../format/format-difference.js';
import { formatMove } from './format-move.js';

type Changed = Pick<ComparisonPair, 'scoreBefore' | 'score' | 'change'>;

/** Means before and now, and their difference with its interval of 95 %. @param terms that the difference is decided by, where it is */
export function changedCells({ scoreBefore, score, change }: Changed, terms?: ChangeTerms): readonly [scores: string, change: string] {
  return [score === null ? '–' : formatMove(scoreBefore, score), change === null ? '–' : `${formatDifference(change.difference)} (${changeEnds(change, terms)})`];
}
