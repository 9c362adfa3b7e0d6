/** A range that holds the true value with a stated chance. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The chance with which intervals hold the true value where no other is asked for. */
export const DEFAULT_LEVEL = 0.95;
