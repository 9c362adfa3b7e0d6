import type { Baseline, ChangeTerms, MeanChange } from '@assay/schema';
import type { LooksOf } from '../comparison/change/mean-change.js';
import type { ReadChanges } from '../comparison/change/readings.js';
import type { BaselineGates, BaselineGroupCheck } from './check-group.js';
import type { GroupResults } from './results/run-results.js';

/** A suite on a target without a baseline. */
export interface UnknownBaseline {
  readonly suite: string;
  readonly suitePath: string;
  readonly target: string;
  /** Where its baseline would be, as it should be shown. */
  readonly file: string;
  readonly cases: number;
}

/** What decides: the change of the mean of each suite on each target, or every single case. */
type BaselineGate = 'mean' | 'cases';

export interface CheckBaselinesOptions extends BaselineGates {
  readonly gate: BaselineGate;
  /** What changes of means are decided by. */
  readonly terms: ChangeTerms;
  /** The looks at suites whose repeats were added one by one. Default: there were as many as were planned. */
  readonly looks?: LooksOf | undefined;
  /** Id of the run that is checked: the same run and baselines give the same numbers each time. */
  readonly runId: string | undefined;
  /** What is checked: results, and their baseline where there is one. */
  readonly groups: readonly {
    readonly results: GroupResults;
    readonly baseline: Baseline | undefined;
    /** File of the baseline, as it should be shown. */
    readonly file: string;
  }[];
  /** True for a run of chosen cases: that others are missing is meant. */
  readonly filtered: boolean;
  /** False for a run that was interrupted or killed. */
  readonly finished: boolean;
}

export type BaselineOutcome = 'passed' | 'failed' | 'no-baseline' | 'undecided' | 'inconclusive';

/** A suite on a target, as it is shown. */
export interface CheckedGroup extends BaselineGroupCheck {
  readonly file: string;
  /** True if the baseline is of an earlier version, which does not say how much its replies vary. */
  readonly earlier: boolean;
  /** Null without a case that has a score on both sides, and a weight. */
  readonly change: MeanChange | null;
  readonly changes: ReadChanges;
}

/** A run compared with its baselines. */
export interface BaselineCheck extends BaselineGates {
  readonly gate: BaselineGate;
  readonly terms: ChangeTerms;
  readonly outcome: BaselineOutcome;
  /** 0 passed, 1 failed, 2 no baseline, 3 undecided, 4 inconclusive. */
  readonly exitCode: number;
  /** Why, in words; never empty. */
  readonly reasons: readonly string[];
  readonly filtered: boolean;
  readonly finished: boolean;
  /** By suite, then target, in natural order. */
  readonly groups: readonly CheckedGroup[];
  readonly unknown: readonly UnknownBaseline[];
}
