import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findRun } from './find-run.js';
import { storeFailure, systemCode } from './store-failure.js';

export interface RunFolder {
  readonly runId: string;
  /** Absolute. */
  readonly directory: string;
}

/**
 * The runs in a folder of runs (`.assay/runs`), newest first. Other folders are left out; a
 * folder that does not exist has none.
 * @throws StoreError when the folder cannot be read.
 */
export async function listRuns(runsDirectory: string): Promise<readonly RunFolder[]> {
  const parent = resolve(runsDirectory);
  let names: string[];
  try {
    const entries = await readdir(parent, { withFileTypes: true });
    names = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink()).map((entry) => entry.name);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw storeFailure('read', parent, error);
  }
  const folders = names
    .toSorted()
    .toReversed()
    .map((runId) => ({ runId, directory: join(parent, runId) }));
  const isRun = await Promise.all(folders.map(({ directory }) => findRun(directory)));
  return folders.filter((_, index) => isRun[index] !== undefined);
}

/** The newest run of a folder of runs. @throws StoreError when the folder cannot be read. */
export async function latestRun(runsDirectory: string): Promise<RunFolder | undefined> {
  const [newest] = await listRuns(runsDirectory);
  return newest;
}
