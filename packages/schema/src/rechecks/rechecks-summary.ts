/**
 * Why a case was asked again.
 * - `flips`: its planned repeats have different verdicts;
 * - `near_limit`: their mean score is near a limit of verdicts.
 */
export type RecheckReason = 'flips' | 'near_limit';

/** A case on a target, in one variant, that was asked again for its own sake. */
export interface RecheckedCase {
  readonly suite: string;
  /** As in rows. */
  readonly suitePath: string;
  readonly target: string;
  /** Label of the variant; empty when nothing is varied. */
  readonly variant: string;
  readonly caseId: string;
  readonly reason: RecheckReason;
  /** Planned repeats with the verdict `pass`, of those that were scored. */
  readonly passed: number;
  readonly scored: number;
  /** The same of planned repeats and rechecks together. */
  readonly passedInAll: number;
  readonly scoredInAll: number;
  /** True when it passed sometimes and not always, rechecks included. */
  readonly flaky: boolean;
}

/** What asking single cases again came to. Nothing of it is part of any other figure. */
export interface RechecksSummary {
  /** Times that a case is asked again. */
  readonly most: number;
  /** Cases on one target in one variant that are asked again. */
  readonly cases: number;
  /** Rechecks of these, and those of them that are there: fewer where the run ended before, by its budget for example. */
  readonly planned: number;
  readonly done: number;
  /** Rechecks that are there and have no score, so that they say nothing of their case; absent for none. */
  readonly unscored?: number | undefined;
  /** Cases that passed sometimes and not always, rechecks included. */
  readonly flakyCount: number;
  /** The first of them by suite and case; bounded, see `cases`. */
  readonly list: readonly RecheckedCase[];
  /** US dollars for targets and judges; undefined when no price is known. No part of the costs of groups. */
  readonly costUsd?: number | undefined;
  /** True when something of them has no known price, so that `costUsd` is the least that they can have cost; absent where all is known. */
  readonly costIncomplete?: boolean | undefined;
}
