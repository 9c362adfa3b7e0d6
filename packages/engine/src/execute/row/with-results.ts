import type { EvaluatorResult, ResultRow, VerdictThresholds } from '@assay/schema';
import { scoreCase } from './score-case.js';

/** A row with other results of its evaluators, and what these come to. What they cost stays as it was. */
export function withResults(row: ResultRow, evaluators: readonly EvaluatorResult[], thresholds: VerdictThresholds): ResultRow {
  // By name: what the score of a case leaves out is not to stay as it was.
  const { status, score, scoreBounds, verdict, verdictBounds, requirements, error } = scoreCase(evaluators, thresholds);
  return { ...row, status, score, scoreBounds, verdict, verdictBounds, requirements, error, evaluators };
}
