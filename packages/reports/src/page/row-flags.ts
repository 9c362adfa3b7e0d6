import { INDEX_FLAGS, type EvaluatorResult, type ResultRow } from '@assay/schema';
import { spentInRun } from '../statistics/figures/spent-in-run.js';

function isWarned({ warnings, evaluators }: { readonly warnings?: readonly string[] | undefined; readonly evaluators?: readonly EvaluatorResult[] | undefined }): boolean {
  return (warnings !== undefined && warnings.length > 0) || (evaluators?.some(isWarned) ?? false);
}

/** What is so in a row, as a sum of flags; whether its verdict flips, a row by itself does not know. */
export function rowFlags(row: ResultRow): number {
  const { output } = row;
  let flags = 0;
  if (row.status === 'partial') flags |= INDEX_FLAGS.partial;
  if (row.cached) flags |= INDEX_FLAGS.cached;
  if (output?.finishReason === 'length') flags |= INDEX_FLAGS.cut;
  if (output?.finishReason === 'filter' || output?.finishReason === 'refusal') flags |= INDEX_FLAGS.filtered;
  if (isWarned(row)) flags |= INDEX_FLAGS.warned;
  if (row.requirements?.missed !== undefined) flags |= INDEX_FLAGS.missed;
  if (output && output.toolCalls.length > 0) flags |= INDEX_FLAGS.tools;
  const { targetIncomplete, judgesIncomplete } = spentInRun(row);
  if (targetIncomplete) flags |= INDEX_FLAGS.unpriced;
  if (judgesIncomplete) flags |= INDEX_FLAGS.unpricedJudging;
  const { retries = 0, hedges = 0, batched = 0 } = row.attempts ?? {};
  if (retries > 0) flags |= INDEX_FLAGS.retried;
  if (hedges > 0) flags |= INDEX_FLAGS.hedged;
  if (batched > 0) flags |= INDEX_FLAGS.batched;
  return flags;
}
