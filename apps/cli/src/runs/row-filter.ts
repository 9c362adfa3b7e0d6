import type { EvalCase, ResultRow } from '@assay/schema';
import { isCalled } from '../names/called-name.js';

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

/** Whether a row is of one of the suites, by their names or paths. */
export function isOfSuite({ suite, suitePath }: ResultRow, wanted: readonly string[]): boolean {
  return wanted.some((name) => isCalled(suite, name) || isCalled(suitePath, name));
}

export function isOnTarget({ target }: ResultRow, wanted: readonly string[]): boolean {
  return wanted.some((name) => isCalled(target, name));
}

/** True for rows that are wanted. @throws UsageError for a glob that is none. */
export async function rowFilter({ id = [], failed = false, suite = [], target = [] }: RowFilterOptions): Promise<(row: ResultRow) => boolean> {
  const byId = id.length === 0 ? undefined : await (await import('../options/case-filters.js')).idFilter(id);
  return (row) =>
    (!byId || byId({ id: row.caseId } as EvalCase)) &&
    (!failed || row.verdict !== 'pass') &&
    (suite.length === 0 || isOfSuite(row, suite)) &&
    (target.length === 0 || isOnTarget(row, target));
}
