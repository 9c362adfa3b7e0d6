import type { Label, ResultRow } from '@assay/schema';

/** What a person says of a row, as a line of a file of labels. */
export function labelOf(row: ResultRow, draw: Label['draw'], said: Pick<Label, 'verdict' | 'score' | 'note' | 'at'> & { readonly skipped?: boolean }): Label {
  const { runId, trialKey, suite, suitePath, caseId, target, variant, repeat } = row;
  const { skipped, ...rest } = said;
  return { runId, trialKey, suite, suitePath, caseId, target, variant: variant.label, repeat, ...rest, ...(skipped ? { skipped } : {}), ...(draw ? { draw } : {}) };
}
