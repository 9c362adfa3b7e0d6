import { resolve } from 'node:path';
import { isRunLocked, latestRun, listRuns, openRun } from '@assay/engine';
import { StoreError, UsageError, type RunManifest } from '@assay/schema';
import type { IsOfProject } from '../../runs/of-project.js';
import { findRunFolder } from '../../runs/find-run-folder.js';
import type { UnreadableRun } from './earlier-run.js';

interface RunPlaces {
  readonly cwd: string;
  /** Absolute folders of runs, the nearest first. */
  readonly runsFolders: readonly string[];
  readonly isOfProject: IsOfProject;
  /** Whether these are audits of judges. */
  readonly isAudit?: boolean | undefined;
}

export interface FindEarlierRunOptions extends RunPlaces {
  /** What was said: a folder, an id or `latest`; `true` leaves it to this function. */
  readonly run: true | string;
  /** Which of them is meant by `true`. */
  readonly wanted: (manifest: RunManifest) => boolean;
  /** Says that there is none of those, with what there is. */
  readonly noneWanted: (others: OtherRuns) => UsageError;
}

/** Runs of a project that are not the one that is looked for. */
export interface OtherRuns {
  /** The newest of those that are going on. */
  readonly running?: string | undefined;
  /** The newest of those that may be meant, and cannot be read. */
  readonly unreadable?: UnreadableRun | undefined;
}

/** The run that is meant. */
export interface FoundRun {
  /** Its folder, absolute. */
  readonly location: string;
  /** The newest of those that began later, may be meant, and cannot be read. */
  readonly passedOver?: UnreadableRun | undefined;
}

async function readManifest(folder: string): Promise<RunManifest | StoreError> {
  try {
    return await (await openRun(folder)).manifest();
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
}

async function isStillWanted(folder: string, wanted: FindEarlierRunOptions['wanted']): Promise<boolean> {
  const manifest = await readManifest(folder);
  return manifest instanceof StoreError || wanted(manifest);
}

async function byName(run: string, { cwd, runsFolders, isAudit }: RunPlaces): Promise<string> {
  let failure: unknown;
  for (const runsFolder of runsFolders) {
    try {
      return await findRunFolder({ run, cwd, runsFolder, isAudit });
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

/** The newest run of the project, also one that cannot be read where all runs are the project's. */
async function latestOf({ runsFolders, isOfProject, isAudit }: RunPlaces): Promise<string> {
  for (const runsFolder of runsFolders) {
    const newest = await latestRun(runsFolder);
    if (newest && isOfProject(newest.directory, undefined)) return newest.directory;
    for (const { directory } of await listRuns(runsFolder)) {
      const manifest = await readManifest(directory);
      if (!(manifest instanceof StoreError) && isOfProject(directory, manifest)) return directory;
    }
  }
  throw isAudit ? new UsageError('this project has no audit yet', { hint: 'name the folder of one, or audit files: assay audit FILE' }) : new UsageError('this project has no run yet', { hint: 'name a run folder or a run id' });
}

/** The folder of the run that a name says, or `latest`, absolute. @throws UsageError when there is none. */
export function findRunOfProject(run: string, places: RunPlaces): Promise<string> {
  return run === 'latest' ? latestOf(places) : byName(run, places);
}

/**
 * The run that is meant. Of several that could be, the one that began last.
 * @throws UsageError when there is none.
 */
export async function findEarlierRun(options: FindEarlierRunOptions): Promise<FoundRun> {
  const { run, runsFolders, isOfProject, wanted, noneWanted } = options;
  if (run !== true) return { location: await findRunOfProject(run, options) };
  let running: OtherRuns['running'];
  let unreadable: OtherRuns['unreadable'];
  for (const { runId, directory } of await listRuns(...runsFolders)) {
    const manifest = await readManifest(directory);
    if (manifest instanceof StoreError) {
      if (isOfProject(resolve(directory), undefined)) unreadable ??= { runId, error: manifest };
    } else if (wanted(manifest) && isOfProject(resolve(directory), manifest)) {
      if (await isRunLocked(directory)) running ??= runId;
      // Who wrote it may have ended between the two looks, and the run with it.
      else if (await isStillWanted(directory, wanted)) return { location: directory, passedOver: unreadable };
    }
  }
  throw noneWanted({ running, unreadable });
}
