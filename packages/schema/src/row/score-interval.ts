/**
 * Holds the mean over all cases that might have stood in the suite with the chance `level`; see `@assay/statistics`.
 * - `clopper_pearson`: every score is 0 or 1, each case was tried once, and all weigh the same;
 * - `gaffke`: any scores. All trials of a case, or of a conversation, are one observation.
 */
export interface ScoreInterval {
  /** [0, 1]. */
  readonly low: number;
  readonly high: number;
  /** Between 0 and 1: 0.95. */
  readonly level: number;
  /** Observations that it was computed from: cases with a score, or conversations. Very many are put together by chance. */
  readonly clusters: number;
  readonly method: 'clopper_pearson' | 'gaffke';
  /** True where cases with a score weigh more and less; absent where all weigh the same. */
  readonly weighted?: boolean | undefined;
}

/** The interval of a figure in a unit of its own. */
export interface FigureInterval {
  readonly low: number;
  readonly high: number;
  /** Between 0 and 1: 0.95. */
  readonly level: number;
}
