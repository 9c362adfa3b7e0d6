import type { ResultRow } from '@assay/schema';

/** Takes rows of a kind out of a run, so that they can be compared with those of another kind. */
export interface RowChoice {
  /** The row as if nothing were varied but what else is; undefined for rows of other kinds. */
  take(row: ResultRow): ResultRow | undefined;
  /** @throws UsageError when no row is of the kind. */
  check(): void;
}
