import type { ComparisonPair } from '@assay/schema';
import { formatEnds } from './describe-change.js';
import { formatDifference } from '../../format/format-difference.js';
import { formatScore } from '../../format/format-score.js';

/** Means before and now, and their difference with its interval of 95 %. */
export function changedCells({ scoreBefore, score, change }: Pick<ComparisonPair, 'scoreBefore' | 'score' | 'change'>): readonly [scores: string, change: string] {
  return [score === null ? '–' : `${formatScore(scoreBefore)} → ${formatScore(score)}`, change === null ? '–' : `${formatDifference(change.difference)} (${formatEnds(change)})`];
}
