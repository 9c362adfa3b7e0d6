import type { EvalCase, ResultRow } from '@assay/schema';

/** Which rows of a run are wanted. */
export interface RowFilterOptions {
  /** Globs on the ids of cases; all for none. */
  readonly id?: readonly string[] | undefined;
  /** True for those that did not pass: failed, borderline, open, and without a score. */
  readonly failed?: boolean | undefined;
  /** Names of suites, or their paths; all for none. */
  readonly suite?: readonly string[] | undefined;
  readonly target?: readonly string[] | undefined;
}

/** True for rows that are wanted. @throws UsageError for a glob that is none. */
export async function rowFilter({ id = [], failed = false, suite = [], target = [] }: RowFilterOptions): Promise<(row: ResultRow) => boolean> {
  const byId = id.length === 0 ? undefined : await (await import('../options/case-filters.js')).idFilter(id);
  return (row) =>
    (!byId || byId({ id: row.caseId } as EvalCase)) &&
    (!failed || row.verdict !== 'pass') &&
    (suite.length === 0 || suite.includes(row.suite) || suite.includes(row.suitePath)) &&
    (target.length === 0 || target.includes(row.target));
}
