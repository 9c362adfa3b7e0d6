import type { ResultRow } from '../row/result-row.js';
import type { RunManifest } from '../row/run-manifest.js';
import type { RunSummary } from '../row/run-summary.js';

export interface FollowOptions {
  /** Ends the following, without an error. */
  readonly signal?: AbortSignal | undefined;
}

/** Reads a run back, also one that goes on or ended abruptly. */
export interface RunReader {
  readonly location: string;
  /** @throws StoreError */
  manifest(): Promise<RunManifest>;
  /** The row of a trial, the last one if there are several; undefined when none is stored. @throws StoreError */
  row(key: string): Promise<ResultRow | undefined>;
  /**
   * One row for each trial, the last one if there are several, in the order of finishing; a torn last line is left out.
   * Rows that are appended after the first one was asked for are not among them, nor are those of trials that were not
   * planned any more when the run was last gone on with. @throws StoreError
   */
  rows(): AsyncIterable<ResultRow>;
  /**
   * The rows that `rows()` would give, then those that come, each once and as soon as it is written, also a row of a trial that had
   * one. Ends when nobody writes the run any more, in whatever way its writer ended. A torn last line is given when it has been
   * completed, or is left out. @throws StoreError also when the run is removed or replaced meanwhile.
   */
  follow(options?: FollowOptions): AsyncIterable<ResultRow>;
  /** How the run went; undefined while it goes on, and for one that was killed. @throws StoreError */
  summary(): Promise<RunSummary | undefined>;
}

/** Declares a reader. */
export function defineRunReader<const T extends RunReader>(reader: T): T {
  return reader;
}
