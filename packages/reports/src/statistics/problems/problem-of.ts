import type { ResultRow, SummaryProblem, VerdictThresholds } from '@assay/schema';
import { boundedLine } from './bounded-line.js';
import { explainRow } from './explain-row.js';
import { questionOf } from './question-of.js';

/** Longest excerpt of a reply, in characters. */
const MAX_REPLY_LENGTH = 200;

/** A row that failed or was not scored as a summary shows it, with its reasons. */
export function problemOf(row: ResultRow, thresholds: VerdictThresholds): SummaryProblem {
  const question = questionOf(row);
  const reply = boundedLine(row.output?.text ?? '', MAX_REPLY_LENGTH);
  return {
    suite: row.suite,
    suitePath: row.suitePath,
    target: row.target,
    caseId: row.caseId,
    source: row.source,
    variant: row.variant.label,
    repeat: row.repeat,
    verdict: row.verdict,
    score: row.score,
    why: explainRow(row, thresholds),
    ...(question === undefined ? {} : { question }),
    ...(reply === '' ? {} : { reply }),
    ...(row.error === undefined ? {} : { error: row.error }),
    ...(row.metrics.length === 0 ? {} : { metrics: row.metrics }),
  };
}
