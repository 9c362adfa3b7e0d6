/** An interval that is drawn beside the line of a table. */
export interface PageSpan {
  readonly value: number;
  /** Null for an end that the data does not set. */
  readonly low: number | null;
  readonly high: number | null;
  /** What it is compared with, if anything is. */
  readonly mark?: number | undefined;
}

/** A table before anybody knows how it is drawn. */
export interface PageTable {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What has to be said of the rows, below them. */
  readonly remarks: readonly string[];
  /** Intervals of the rows on one axis, for those who can draw; null for a row without one. */
  readonly spans?: { readonly title: string; readonly least: number; readonly most: number; readonly of: readonly (PageSpan | null)[] } | undefined;
}

/** `GET api/runs/ID/trust`: how far the scores of a run can be trusted, in the words of `assay calibrate` and `assay rank`. */
export interface PageTrust {
  /** Null where it could not be found out. */
  readonly calibration: {
    /** How many replies are labelled. */
    readonly summary: string;
    readonly notes: readonly string[];
    readonly tables: readonly PageTable[];
    /** Labelled cases that are missing for a correction by labels of this run; 0 when there are enough. */
    readonly more: number;
  } | null;
  /** Null where the targets were not ranked. */
  readonly ranking: {
    /** What was compared, by whom. */
    readonly summary: readonly string[];
    readonly tables: readonly PageTable[];
  } | null;
  /** What could not be read, in words. */
  readonly problems: readonly string[];
}
