import type { RunManifest } from '../row/run-manifest.js';
import type { ResultRow } from '../row/result-row.js';

/** Keeps the rows of one run as they finish. */
export interface ResultStore {
  /** Where the run is kept, absolute. */
  readonly location: string;
  /**
   * Resolves when the row is handed to the system, so that a crash of Assay cannot lose it; rows
   * never interleave. @throws StoreError, also after `close()`: no row is lost in silence;
   * UnstorableRowError when nothing is wrong with the store, but with the row.
   */
  append(row: ResultRow): Promise<void>;
  /** Replaces the manifest. @throws StoreError */
  writeManifest(manifest: RunManifest): Promise<void>;
  /** Resolves when all rows so far are on disk. @throws StoreError when they are not, e.g. since somebody removed them. */
  flush(): Promise<void>;
  /** Resolves when everything is on disk. */
  close(): Promise<void>;
}

/** Declares a store. */
export function defineResultStore<const T extends ResultStore>(store: T): T {
  return store;
}
