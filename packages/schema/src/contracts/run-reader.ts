import type { RunManifest } from '../row/run-manifest.js';
import type { ResultRow } from '../row/result-row.js';

/** Reads a run back, also one that ended abruptly. */
export interface RunReader {
  readonly location: string;
  manifest(): Promise<RunManifest>;
  /** The rows in the order of finishing; a torn last line is left out. @throws StoreError */
  rows(): AsyncIterable<ResultRow>;
}

/** Declares a reader. */
export function defineRunReader<const T extends RunReader>(reader: T): T {
  return reader;
}
