import type { EvalCase, Suite } from '@assay/schema';

/** Which of the planned work is wanted. Filters that are given must all hold. */
export interface PlanFilters {
  /** Accepts case ids (the caller compiles its globs). */
  readonly ids?: ((caseId: string) => boolean) | undefined;
  /** Accepts cases that carry any of these tags. Empty accepts all. */
  readonly tags?: readonly string[] | undefined;
  /** Accepts single variants of a case on a target, by label, e.g. those that failed in an earlier run. */
  readonly only?: ((suite: Suite, caseId: string, target: string, variant: string) => boolean) | undefined;
  /** Most cases of the run, counted after all other filters, in file order. Whole, ≥ 0. */
  readonly limit?: number | undefined;
}

/** True if the filters that look at the case alone accept it. */
export function acceptsCase(filters: PlanFilters, evalCase: EvalCase): boolean {
  if (filters.ids && !filters.ids(evalCase.id)) return false;
  const wanted = filters.tags ?? [];
  return wanted.length === 0 || wanted.some((tag) => evalCase.tags.includes(tag));
}
