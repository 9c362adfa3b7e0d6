import { posix, resolve } from 'node:path';
import { openRun } from '@assay/engine';
import { createRunResults } from '@assay/reports';
import { StoreError, UsageError, type BaselineTarget, type RunManifest, type RunShard } from '@assay/schema';
import { tellsOfPart } from '../options/manifest-options.js';
import { resumeCommand } from '../runs/resume-command.js';
import { findRunFolder } from '../runs/find-run-folder.js';
import { runsFolder } from '../folders/runs-folder.js';
import { displayFolder } from '../files/display-folder.js';

type RunResults = ReturnType<typeof createRunResults>;

/** What a baseline needs of a run. */
export interface RunForBaseline {
  readonly runId: string | undefined;
  /** The run's folder, absolute. */
  readonly folder: string;
  /** The same as it should be shown. */
  readonly location: string;
  readonly groups: ReturnType<RunResults['groups']>;
  /** True for a run of chosen cases (single files of a folder of test cases, `--id`, `--tag`, `--limit`, `--filter-failed`). */
  readonly filtered: boolean;
  /** False for a run that was interrupted or killed, or does not say. */
  readonly finished: boolean;
  /** Which part of a run it is, for a shard. */
  readonly shard: RunShard | undefined;
  /** The command that goes on with the run; undefined when that cannot be done, since it does not say what it is. */
  readonly resumeCommand: string | undefined;
  readonly assayVersion: string | undefined;
  /** Day (UTC) on which the run began: `2026-01-31`. */
  readonly date: string | undefined;
  target(name: string): BaselineTarget;
}

export interface ReadResultsOptions {
  /** A run folder, a run id of the project, or `latest`. */
  readonly run: string;
  readonly cwd: string;
  readonly projectRoot: string;
}

/** True for one file of test cases of a folder that is a suite. */
function isPart({ file, path }: RunManifest['suites'][number]): boolean {
  // The path of any other suite is that of its file.
  return path !== '.' && posix.basename(file) !== posix.basename(path);
}

function isFiltered({ options, suites }: RunManifest): boolean {
  return suites.some(isPart) || tellsOfPart(options);
}

function describeTarget(manifest: RunManifest | undefined, name: string): BaselineTarget {
  const found = manifest?.targets.find((target) => target.name === name);
  return {
    name,
    ...(found ? { provider: found.provider } : {}),
    ...(found?.model === undefined ? {} : { model: found.model }),
  };
}

/** The manifest; undefined, with a note, when there is none that can be read. */
async function manifestOf(reader: { manifest(): Promise<RunManifest> }): Promise<RunManifest | undefined> {
  try {
    return await reader.manifest();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    process.stderr.write(`note: ${error.message}; the run is taken for one that did not finish\n`);
    return undefined;
  }
}

/**
 * Reads the results of a run.
 * @throws UsageError when there is no such run, or it has no results. @throws StoreError
 */
export async function readResults(options: ReadResultsOptions): Promise<RunForBaseline> {
  const { run, cwd, projectRoot } = options;
  const folder = await findRunFolder({ run, cwd, runsFolder: runsFolder(resolve(projectRoot)) });
  const location = displayFolder(cwd, folder);
  const reader = await openRun(folder, {
    onTornLine({ file, line }) {
      process.stderr.write(`${displayFolder(cwd, file)}:${line}: note: this line was cut short and is left out\n`);
    },
  });
  const results = createRunResults();
  let [runId, startedAt]: [string | undefined, string | undefined] = [undefined, undefined];
  for await (const row of reader.rows()) {
    runId ??= row.runId;
    if (startedAt === undefined || row.startedAt < startedAt) startedAt = row.startedAt;
    results.add(row);
  }
  const groups = results.groups();
  if (groups.length === 0) {
    throw new UsageError(`the run ${location} has no results`, { hint: 'run the evals again, or name another run (assay list runs)' });
  }
  const manifest = await manifestOf(reader);
  return {
    runId,
    folder,
    location,
    groups,
    filtered: manifest !== undefined && isFiltered(manifest),
    finished: manifest?.status === 'finished',
    shard: manifest?.shard,
    resumeCommand: manifest && resumeCommand({ location: folder, runsFolders: [runsFolder(resolve(projectRoot))], cwd }),
    assayVersion: manifest?.assayVersion,
    date: (manifest?.startedAt ?? startedAt)?.slice(0, 10),
    target: (name) => describeTarget(manifest, name),
  };
}
