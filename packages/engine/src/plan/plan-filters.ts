import type { EvalCase, Suite } from '@assay/schema';

/** Which of the planned work is wanted. Filters that are given must all hold. */
export interface PlanFilters {
  /** Accepts cases. */
  readonly cases?: ((evalCase: EvalCase) => boolean) | undefined;
  /** Accepts single variants of a case on a target, by label, e.g. those that failed in an earlier run. */
  readonly only?: ((suite: Suite, caseId: string, target: string, variant: string) => boolean) | undefined;
  /** Accepts repeats of a case, with all its targets and variants. Counts no case out: those of other shards count for the limit. */
  readonly shard?: ((suite: Suite, caseId: string, repeat: number) => boolean) | undefined;
  /** Most cases of the run, counted after all other filters, in file order. Whole, ≥ 0. */
  readonly limit?: number | undefined;
}
