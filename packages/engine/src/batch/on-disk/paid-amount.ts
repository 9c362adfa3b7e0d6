import type { BudgetAmount, JsonValue, SuiteIdentity } from '@assay/schema';

/** What stands as taken for a request until it is known what it took. */
export interface PaidAmount extends BudgetAmount {
  /** Whose budget it was paid from besides that of the run; undefined for a suite without one. */
  readonly suite?: SuiteIdentity | undefined;
}

/** It as a list of values, as files have it. */
export function paidValues({ costUsd, tokens, suite }: PaidAmount): readonly (string | number)[] {
  return [costUsd, tokens, ...(suite ? [suite.suite, suite.suitePath] : [])];
}

/** Undefined for what is no amount. */
export function paidOf([costUsd, tokens, suite, suitePath]: readonly JsonValue[]): PaidAmount | undefined {
  if (typeof costUsd !== 'number' || typeof tokens !== 'number') return undefined;
  return { costUsd, tokens, ...(typeof suite === 'string' && typeof suitePath === 'string' ? { suite: { suite, suitePath } } : {}) };
}
