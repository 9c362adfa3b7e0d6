import type { BudgetAmount } from '@assay/schema';

/** What a run, or a suite of it, may take. What is left out is not limited. */
export interface BudgetLimits {
  /** US dollars, > 0. */
  readonly costUsd?: number | undefined;
  /** Of input and output together. Whole, ≥ 1. */
  readonly tokens?: number | undefined;
  /** Milliseconds, > 0. */
  readonly timeMs?: number | undefined;
}

/** What limits may be about. */
export type BudgetLimit = keyof BudgetLimits;

/** What was counted of requests whose replies reported nothing, or did not come. */
export interface BudgetUntold extends BudgetAmount {
  readonly requests: number;
}

/** What was taken of a budget. */
export interface BudgetTaken extends BudgetAmount {
  readonly timeMs: number;
  /** A part of it; absent for none, and where nobody asks. */
  readonly untold?: BudgetUntold | undefined;
  /** The most that a trial took, with its judges, by the name of its target; absent where no trial tells. */
  readonly trials?: ReadonlyMap<string, BudgetAmount> | undefined;
}

export const NOTHING_TAKEN: BudgetTaken = { costUsd: 0, tokens: 0, timeMs: 0 };
