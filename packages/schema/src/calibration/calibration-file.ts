/** Version of the file of calibrations. */
export const CALIBRATION_VERSION = 1;

/** A judge by what makes it judge as it does. */
export interface CalibratedJudge {
  readonly id: string;
  readonly model: string;
}

/** How the verdicts of a suite's judges compare with what people say: of one labelled run, to be held against later ones. */
export interface SuiteCalibration {
  readonly suite: string;
  /** As in rows. */
  readonly suitePath: string;
  /** The run whose replies were labelled. */
  readonly runId: string;
  /** Day (UTC) on which it was calibrated: `2026-01-31`. */
  readonly date: string;
  /** Sorted by id. Empty for scores that no judge has a part in. */
  readonly judges: readonly CalibratedJudge[];
  /** Absent when nobody judged. */
  readonly judgePromptVersion?: string | undefined;
  /** Scores from which a case passes and is borderline. */
  readonly verdicts: { readonly pass: number; readonly borderline: number };
  /** Labelled replies, and the cases that they are of. */
  readonly replies: number;
  readonly cases: number;
  /** In how many independent labels of equal weight the labels weigh as much, by what people say; and how many of these the judges got right. */
  readonly counts: {
    readonly truePassed: number;
    readonly trueLabels: number;
    readonly falseFailed: number;
    readonly falseLabels: number;
  };
  /** What labelled cases hold replies against: a digest for each case, by its id. */
  readonly criteria: ReadonlyMap<string, string>;
}
