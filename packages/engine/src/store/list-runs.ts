import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StoreError } from '@assay/schema';
import { findRun } from './find-run.js';
import { openRun } from './open-run.js';
import { systemCode } from '../files/system-code.js';
import { storeFailure } from './store-failure.js';

export interface RunFolder {
  readonly runId: string;
  /** Absolute. */
  readonly directory: string;
}

/** The runs of one folder, in the order of their names. */
async function runsIn(runsDirectory: string): Promise<readonly RunFolder[]> {
  const parent = resolve(runsDirectory);
  let names: string[];
  try {
    const entries = await readdir(parent, { withFileTypes: true });
    names = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink()).map((entry) => entry.name);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw storeFailure('read', parent, error);
  }
  const folders = names.map((runId) => ({ runId, directory: join(parent, runId) }));
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

interface StartedRun {
  readonly run: RunFolder;
  /** The second in which it began, taken from its name. */
  readonly second: string;
  /** When it began, as its manifest says; empty where no other began in its second. */
  readonly start: string;
}

function laterFirst(a: StartedRun, b: StartedRun): number {
  for (const [one, other] of [[a.second, b.second], [a.start, b.start], [a.run.runId, b.run.runId]] as const) {
    if (one !== other) return one < other ? 1 : -1;
  }
  return 0;
}

/** Names sort by time, to the second; of runs that began in the same second their manifests say which is newer. */
async function newestFirst(runs: readonly RunFolder[]): Promise<readonly RunFolder[]> {
  const secondOf = ({ runId }: RunFolder): string => runId.slice(0, SECOND);
  const seconds = new Map<string, number>();
  for (const run of runs) seconds.set(secondOf(run), (seconds.get(secondOf(run)) ?? 0) + 1);
  const started = runs.map(async (run): Promise<StartedRun> => {
    const second = secondOf(run);
    return { run, second, start: seconds.get(second) === 1 ? '' : await startOf(run) };
  });
  return (await Promise.all(started)).toSorted(laterFirst).map(({ run }) => run);
}

/**
 * The runs in folders of runs (`.assay/runs`), newest first. Other folders are left out; a
 * folder that does not exist has none.
 * @throws StoreError when a folder cannot be read.
 */
export async function listRuns(...runsDirectories: readonly string[]): Promise<readonly RunFolder[]> {
  return newestFirst((await Promise.all(runsDirectories.map(runsIn))).flat());
}

/**
 * The newest run of a folder of runs.
 * @throws StoreError when the folder cannot be read.
 */
export async function latestRun(runsDirectory: string): Promise<RunFolder | undefined> {
  const [newest] = await listRuns(runsDirectory);
  return newest;
}
