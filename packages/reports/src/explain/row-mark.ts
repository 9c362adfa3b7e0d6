import type { ResultRow, VerdictThresholds } from '@assay/schema';
import { markOf, type Mark } from './drawing.js';

/** The mark of a row by its verdict, `?` for one that is open. */
export function rowMark({ score, verdict }: Pick<ResultRow, 'score' | 'verdict'>, thresholds: VerdictThresholds): Mark {
  if (score !== null && verdict === null) return { text: '?', color: 'yellow' };
  return markOf(score, thresholds, verdict ?? undefined);
}
