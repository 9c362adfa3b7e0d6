import type { FigureInterval, ScoreInterval } from './score-interval.js';

/** How often one label was true and said, in one group of a run. */
export interface LabelSummary {
  /** Empty for `none`, and for `other`. */
  readonly label: string;
  /** `other`: all labels beyond the first 200. `none`: replies that are no label. Both stay out of the macro means. */
  readonly kind?: 'other' | 'none' | undefined;
  /** How often it was true. */
  readonly support: number;
  /** How often it was said. */
  readonly predicted: number;
  /** [0, 1]; null where it was never said. */
  readonly precision: number | null;
  /** [0, 1]; null where it never was true. */
  readonly recall: number | null;
  /** [0, 1]; null where it was neither true nor said. */
  readonly f1: number | null;
  /** How sure each is, over cases or conversations; absent where it is null. */
  readonly precisionInterval?: FigureInterval | undefined;
  readonly recallInterval?: FigureInterval | undefined;
  readonly f1Interval?: FigureInterval | undefined;
}

/** Means over labels or decisions, [0, 1]; null where there is nothing to make a mean of. */
export interface LabelMeans {
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
  /** As those of labels. */
  readonly precisionInterval?: FigureInterval | undefined;
  readonly recallInterval?: FigureInterval | undefined;
  readonly f1Interval?: FigureInterval | undefined;
}

/** How far the confidences of a classifier are from what came true. */
export interface CalibrationSummary {
  /** Rows with a confidence. */
  readonly items: number;
  /** Expected calibration error over 15 bins of equal width, [0, 1]. */
  readonly ece: number;
  /** The largest difference of a bin, [0, 1]. */
  readonly largest: number;
  /** Bins that are not empty. Each holds confidences in (low, high], the first one 0 too. */
  readonly bins: readonly { readonly low: number; readonly high: number; readonly count: number; readonly confidence: number; readonly accuracy: number }[];
}

/** What the `label` evaluators of one name found in a group. */
export interface ClassificationSummary {
  /** Name of the evaluator. */
  readonly evaluator: string;
  /** Rows with a score of it. */
  readonly items: number;
  /** In natural order, then other labels, then replies that are none. At most 202. */
  readonly labels: readonly LabelSummary[];
  /** How often each label (row) was said to be which (column), in the order of `labels`. */
  readonly confusion: readonly (readonly number[])[];
  /** The share that is right, [0, 1]. */
  readonly accuracy: number;
  /** How sure that is, over cases or conversations. */
  readonly interval?: ScoreInterval | undefined;
  /** Plain means over the labels, of what is not null. */
  readonly macro: LabelMeans;
  /** Labels whose F1 is null, and stays out of the macro mean. */
  readonly absent: number;
  /** Over all decisions together. */
  readonly micro: LabelMeans;
  /** Absent when no row has a confidence. */
  readonly calibration?: CalibrationSummary | undefined;
}
