import type { ResultRow } from '../row/result-row.js';
import type { RunManifest } from '../row/run-manifest.js';
import type { RunSummary } from '../row/run-summary.js';

/** Keys of trials. */
export interface TrialKeys {
  readonly size: number;
  has(key: string): boolean;
}

/**
 * Keeps the rows of one run as they finish. A run has one store at a time, in whatever process: a second one is refused as it
 * is made, until the first is closed or its process has died.
 */
export interface ResultStore {
  /** Where the run is kept, absolute. */
  readonly location: string;
  /**
   * The keys of the trials that rows are stored of, by this store or by one before it: what a continued run need not do again.
   * Takes some 32 bytes a key. @throws StoreError with the place of a line that is not a row.
   */
  keys(): Promise<TrialKeys>;
  /**
   * Resolves when the row is handed to the system, so that a crash of Assay cannot lose it; rows
   * never interleave. A row whose key is stored already takes the place of the one before. @throws StoreError, also after
   * `close()`: no row is lost in silence; UnstorableRowError when nothing is wrong with the store, but with the row.
   */
  append(row: ResultRow): Promise<void>;
  /** Replaces the manifest. One that says `running` takes the summary away: it no longer holds. @throws StoreError */
  writeManifest(manifest: RunManifest): Promise<void>;
  /** Keeps how the run went. @throws StoreError */
  writeSummary(summary: RunSummary): Promise<void>;
  /** Resolves when all rows so far are on disk. @throws StoreError when they are not, e.g. since somebody removed them. */
  flush(): Promise<void>;
  /** Resolves when everything is on disk, and another store may be made for the run. */
  close(): Promise<void>;
}

/** Declares a store. */
export function defineResultStore<const T extends ResultStore>(store: T): T {
  return store;
}
