import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StoreError } from '@assay/schema';
import { findRun } from './find-run.js';
import { openRun } from './open-run.js';
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

/** Length of the part of a run's name that is its time to the second. */
const SECOND = '2026-01-01T00-00-00'.length;

async function startOf({ directory }: RunFolder): Promise<string> {
  try {
    return (await (await openRun(directory)).manifest()).startedAt;
  } catch (error) {
    if (error instanceof StoreError) return '';
    throw error;
  }
}

/**
 * The newest run of a folder of runs. Of runs that began in the same second, their manifests say
 * which is newer.
 * @throws StoreError when the folder cannot be read.
 */
export async function latestRun(runsDirectory: string): Promise<RunFolder | undefined> {
  const runs = await listRuns(runsDirectory);
  const second = runs[0]?.runId.slice(0, SECOND);
  const candidates = runs.filter(({ runId }) => runId.slice(0, SECOND) === second);
  if (candidates.length < 2) return candidates[0];
  const starts = await Promise.all(candidates.map(startOf));
  return candidates[starts.indexOf(starts.toSorted().at(-1) ?? '')];
}
