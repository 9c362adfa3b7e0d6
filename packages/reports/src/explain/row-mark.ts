import type { ResultRow, VerdictThresholds } from '@assay/schema';
import { markOf, type Mark } from './drawing.js';

/** The mark of a row by its verdict, `?` for one that is open. */
export function rowMark({ score, verdict }: Pick<ResultRow, 'score' | 'verdict'>, thresholds: VerdictThresholds): Mark {
  if (score === null) return markOf(score, thresholds);
  if (verdict === null) return { text: '?', color: 'yellow' };
  if (verdict === 'pass') return { text: '✓', color: 'green' };
  return verdict === 'fail' ? { text: '✗', color: 'red' } : { text: '~', color: 'yellow' };
}
