import type { Verdict } from '../domain/score.js';

/** Version of the baseline format. Raised when a field changes its meaning or goes. */
export const BASELINE_VERSION = 2;
/** The earlier format, which is read too: it has means over repeats alone, and no conversations. */
export const EARLIER_BASELINE_VERSION = 1;

/** Decimals that a baseline keeps of a score. */
const DECIMALS = 6;

/** The reference result of one case. */
export interface BaselineCase {
  /** [0, 1], at most six decimals; the mean over the scored repeats. Null when nothing was scored. */
  readonly score: number | null;
  /** Null when unscored, and for an open case: its verdict hangs on what could not be checked. */
  readonly verdict: Verdict | null;
  /** Share in the suite's score. Absent when it is 1. */
  readonly weight?: number | undefined;
  /** Repeats of the case. Absent when there is one. */
  readonly trials?: number | undefined;
  /** Repeats without a score. Absent when that is none, or the only one. */
  readonly unscored?: number | undefined;
  /** Scores of the repeats, null for an unscored one. Absent when there is one, and in what was read from an earlier version. */
  readonly scores?: readonly (number | null)[] | undefined;
  /** Where the case is a turn of a conversation. */
  readonly conversation?: string | undefined;
}

/** The target that a baseline is of. */
export interface BaselineTarget {
  readonly name: string;
  readonly provider?: string | undefined;
  /** As written, before env substitution. */
  readonly model?: string | undefined;
}

/** A committed reference result: one suite on one target. */
export interface Baseline {
  /** The version of a file that was read, when it is an earlier one; absent for {@link BASELINE_VERSION}. */
  readonly version?: typeof EARLIER_BASELINE_VERSION | undefined;
  readonly suite: string;
  /** Path of the suite from the root of the project, with slashes. Absent in a file that was written by hand, or before paths were kept. */
  readonly suitePath?: string | undefined;
  readonly target: BaselineTarget;
  /** Version of Assay that made the results. */
  readonly assayVersion?: string | undefined;
  /** Day (UTC) of the run that last changed the results: `2026-01-31`. */
  readonly date?: string | undefined;
  /** By {@link baselineCaseKey}. */
  readonly cases: ReadonlyMap<string, BaselineCase>;
}

/** What names a case in a baseline: its id and, where something is varied, the label of the variant in brackets. */
export function baselineCaseKey(caseId: string, variant: string): string {
  return variant === '' ? caseId : `${caseId} [${variant}]`;
}

/**
 * A score as baselines hold it. Means of floating-point numbers differ in their last bits with the
 * order of the parts; six decimals hide that and are far finer than any tolerance.
 */
export function baselineScore(score: number): number {
  return Math.round(score * 10 ** DECIMALS) / 10 ** DECIMALS;
}
