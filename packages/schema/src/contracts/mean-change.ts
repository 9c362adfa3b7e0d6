/**
 * What is shown of a change at the level of a comparison. `worse`: by more than the margin; `not_worse`: by the margin at most;
 * `undecided`: neither.
 */
export type ChangeVerdict = 'worse' | 'not_worse' | 'undecided';

/** By how much a comparison may be wrong, and what it forgives. */
export interface ChangeTerms {
  /** The chance of calling something worse, over all suites and targets together, where nothing is; in (0, 1). */
  readonly alpha: number;
  /** Largest drop of a mean that is accepted, [0, 1). Undefined: every drop is one, and nothing has to be shown not to be. */
  readonly margin?: number | undefined;
}

/** What would decide a change that is open, most often (4 times of 5), if the difference stayed what it is. */
export interface NeededSize {
  /** Cases with as many repeats as now, and as many of them in a conversation; null for more than anybody has. */
  readonly cases: number | null;
  /** Repeats on both sides with the cases that there are; null where no number of them would do, or where none shows the noise. */
  readonly repeats: number | null;
}

/** How the mean of a figure changed over the cases of a suite on a target, or of several. */
export interface MeanChange {
  /** Means over the compared cases, weighted by case, in the unit of the figure. */
  readonly before: number;
  readonly after: number;
  /** After less before. */
  readonly difference: number;
  /** The interval of the difference, of the level `level`. */
  readonly low: number;
  readonly high: number;
  /** 0.95 */
  readonly level: number;
  /** With a confidence of 1 − alpha the change is not worse than this: at least so much of a score, at most so much of a cost. */
  readonly bound: number;
  /** The chance of a change for the worse at least as large where it makes no difference (or just the margin) which side a reply is from. */
  readonly pWorse: number;
  /** The same for the better; without regard to the margin. */
  readonly pBetter: number;
  /** `pWorse` after Holm's correction for all that were compared together. `worse` is where it is at most alpha. */
  readonly pWorseAdjusted: number;
  readonly verdict: ChangeVerdict;
  /** Compared cases, each variant for itself. */
  readonly cases: number;
  /** What does not depend on each other among them: cases, or conversations. */
  readonly clusters: number;
  /** Replies behind the mean before, and after. */
  readonly repliesBefore: number;
  readonly repliesAfter: number;
  /** True if the side before has means alone: how much its replies vary is not known. */
  readonly noiseUnknown: boolean;
  /** The smallest drop beyond the margin that a comparison of this size finds 4 times of 5; null where it cannot find any, or nothing varied. */
  readonly detectable: number | null;
  /** Undefined for one that is decided, or did not get worse at all. */
  readonly needed?: NeededSize | undefined;
}

/** What is compared beside the score. */
export type MeasureName = 'cost_usd' | 'latency_ms' | 'tokens';

/** How the mean of a cost, a time or a number of tokens changed: more is worse. It decides nothing. */
export interface MeasureChange extends MeanChange {
  readonly name: MeasureName;
}
