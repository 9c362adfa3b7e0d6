import type { JudgeVote } from '../domain/score.js';

/** Version of the file of calibrations. */
export const CALIBRATION_VERSION = 1;

/** A judge by what makes it judge as it does. */
export interface CalibratedJudge {
  readonly id: string;
  readonly model: string;
  /** As in its votes: a digest of its options. */
  readonly settings?: JudgeVote['settings'];
}

/** A judge with what it has a part in verdicts by. */
export interface SeatedJudge extends CalibratedJudge {
  /** How much it counts beside the others of its panel; absent for 1. */
  readonly weight?: number | undefined;
  /** How the scores of its panel become one; absent for the mean. */
  readonly consensus?: JudgeVote['consensus'];
  /** How it is asked; absent for `standard`. */
  readonly approach?: JudgeVote['approach'];
  /** Of a judge that is asked before the panel: the score that decides, and how far from it the panel is asked; absent for others. */
  readonly threshold?: number | undefined;
  readonly band?: number | undefined;
}

/**
 * In how many independent labels of equal weight the labels of replies weigh as much, by what people say; and how many of these a verdict
 * got right.
 */
export interface VerdictCounts {
  readonly truePassed: number;
  readonly trueLabels: number;
  readonly falseFailed: number;
  readonly falseLabels: number;
}

/** A judge with how often its own verdicts, by its votes alone, are those of people. */
export interface CountedJudge extends CalibratedJudge {
  readonly counts: VerdictCounts;
}

/** How the verdicts of a suite's judges compare with what people say: of one labelled run, to be compared with later ones. */
export interface SuiteCalibration {
  readonly suite: string;
  /** As in rows. */
  readonly suitePath: string;
  /** The run whose replies were labelled. */
  readonly runId: string;
  /** Day (UTC) on which it was calibrated: `2026-01-31`. */
  readonly date: string;
  /** Sorted by id. Empty for scores that no judge has a part in. */
  readonly judges: readonly SeatedJudge[];
  /** Absent when nobody judged. */
  readonly judgePromptVersion?: string | undefined;
  /** Scores from which a case passes and is borderline. */
  readonly verdicts: { readonly pass: number; readonly borderline: number };
  /** Labelled replies, and the cases that they are of. */
  readonly replies: number;
  readonly cases: number;
  /** Of the verdicts of the run. */
  readonly counts: VerdictCounts;
  /** Of each judge that gave a usable vote on a labelled reply, by id. Absent when nobody judged. */
  readonly judgeCounts?: readonly CountedJudge[] | undefined;
  /** What labelled cases hold replies against: a digest for each case, by its id. */
  readonly criteria: ReadonlyMap<string, string>;
}
