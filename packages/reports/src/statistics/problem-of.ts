import type { ResultRow, SummaryProblem, VerdictThresholds } from '@assay/schema';
import { explainRow } from './explain-row.js';

/** A row that failed or was not scored as a summary shows it, with its reasons. */
export function problemOf(row: ResultRow, thresholds: VerdictThresholds): SummaryProblem {
  return {
    suite: row.suite,
    target: row.target,
    caseId: row.caseId,
    source: row.source,
    variant: row.variant.label,
    repeat: row.repeat,
    verdict: row.verdict,
    score: row.score,
    why: explainRow(row, thresholds),
    ...(row.error === undefined ? {} : { error: row.error }),
  };
}
