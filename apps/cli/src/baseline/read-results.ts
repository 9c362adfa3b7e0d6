import { posix, resolve } from 'node:path';
import { openRun } from '@assay/engine';
import { createRunResults } from '@assay/reports';
import { StoreError, UsageError, type BaselineTarget, type ResultRow, type RunManifest, type RunReader, type RunShard, type VerdictThresholds } from '@assay/schema';
import { tellsOfPart } from '../options/manifest-options.js';
import { resumeCommand } from '../runs/resume-command.js';
import { findRunFolder } from '../runs/find-run-folder.js';
import { runsFolder } from '../folders/runs-folder.js';
import { displayFolder } from '../files/display-folder.js';
import { tornLineNote } from '../runs/torn-line-note.js';

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
  /** How many rows it has stored that are not there any more. */
  readonly lost: number;
  /** Which part of a run it is, for a shard. */
  readonly shard: RunShard | undefined;
  /** The command that goes on with the run; undefined when that cannot be done, since it does not say what it is. */
  readonly resumeCommand: string | undefined;
  readonly assayVersion: string | undefined;
  /** By which its replies pass; undefined where it does not say. */
  readonly verdicts: VerdictThresholds | undefined;
  /** Day (UTC) on which the run began: `2026-01-31`. */
  readonly date: string | undefined;
  target(name: string): BaselineTarget;
}

export interface ReadResultsOptions {
  /** A run folder, a run id of the project, or `latest`. */
  readonly run: string;
  /** Runs whose repeats are taken too, named the same way. */
  readonly pool?: readonly string[] | undefined;
  readonly cwd: string;
  readonly projectRoot: string;
  /** Called with each row of the run (not of those whose repeats are taken too). */
  readonly onRow?: ((row: ResultRow) => void) | undefined;
}

/** True for one file of test cases of a folder that is a suite. */
function isPart({ file, path }: RunManifest['suites'][number]): boolean {
  // The path of any other suite is that of its file.
  return path !== '.' && posix.basename(file) !== posix.basename(path);
}

function isFiltered({ options, suites }: RunManifest): boolean {
  return suites.some(isPart) || tellsOfPart(options);
}

function lostOf(manifest: RunManifest | undefined, { rows }: Pick<RowFacts, 'rows'>): number {
  return Math.max(0, (manifest?.rows ?? 0) - rows);
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

/** A run folder that is open. */
interface OpenedFolder {
  readonly folder: string;
  readonly location: string;
  readonly reader: RunReader;
}

async function openFolder(run: string, { cwd, projectRoot }: ReadResultsOptions): Promise<OpenedFolder> {
  const folder = await findRunFolder({ run, cwd, runsFolder: runsFolder(resolve(projectRoot)) });
  const reader = await openRun(folder, { onTornLine: tornLineNote(cwd) });
  return { folder, location: displayFolder(cwd, folder), reader };
}

interface RowFacts {
  runId: string | undefined;
  startedAt: string | undefined;
  rows: number;
  /** The largest number that a repeat has. */
  repeats: number;
}

/** Takes the rows of a run. @param before repeats that were taken of others */
async function takeRows(reader: RunReader, results: RunResults, before: number, onRow?: ReadResultsOptions['onRow']): Promise<RowFacts> {
  const facts: RowFacts = { runId: undefined, startedAt: undefined, rows: 0, repeats: 0 };
  for await (const row of reader.rows()) {
    facts.runId ??= row.runId;
    facts.rows += 1;
    if (facts.startedAt === undefined || row.startedAt < facts.startedAt) facts.startedAt = row.startedAt;
    facts.repeats = Math.max(facts.repeats, row.repeat);
    results.add(row, before);
    onRow?.(row);
  }
  return facts;
}

/** What keeps the repeats of a run from being added to those of another; undefined for nothing. */
function unpoolable(manifest: RunManifest | undefined, first: RunManifest | undefined): readonly [problem: string, hint: string] | undefined {
  if (manifest?.status !== 'finished') return ['did not finish', 'go on with it first'];
  if (manifest.shard) return ['is a shard', 'merge the shards first (assay merge RUN…)'];
  if (isFiltered(manifest)) return ['has a part of the cases', 'pool runs of all cases: otherwise some cases would count more than others'];
  for (const { name, provider, model } of manifest.targets) {
    const known = first?.targets.find((target) => target.name === name);
    if (known && (known.provider !== provider || known.model !== model)) return [`has another provider or model behind the target ${name}`, 'a baseline is of one model'];
  }
  return undefined;
}

/** Adds the repeats of other runs. @throws UsageError for one that cannot be added. */
async function poolRuns(options: ReadResultsOptions, results: RunResults, first: RowFacts, manifest: RunManifest | undefined): Promise<void> {
  const known = new Set([first.runId]);
  let before = first.repeats;
  for (const run of options.pool ?? []) {
    const { reader, location } = await openFolder(run, options);
    const own = await manifestOf(reader);
    const refuse = ([problem, hint]: readonly [string, string]): never => {
      throw new UsageError(`the run ${location} ${problem}, and cannot be pooled`, { hint });
    };
    const problem = unpoolable(own, manifest);
    if (problem) refuse(problem);
    const facts = await takeRows(reader, results, before);
    if (lostOf(own, facts) > 0) refuse(['has lost some of its rows', 'put its results.jsonl back as it was, or go on with it first']);
    if (known.has(facts.runId)) throw new UsageError(`the run ${location} is named twice`, { hint: 'name every run once: the same replies say nothing new' });
    known.add(facts.runId);
    before += facts.repeats;
  }
}

/**
 * Reads the results of a run.
 * @throws UsageError when there is no such run, it has no results, or others cannot be pooled with it. @throws StoreError
 */
export async function readResults(options: ReadResultsOptions): Promise<RunForBaseline> {
  const { cwd, projectRoot } = options;
  const { folder, location, reader } = await openFolder(options.run, options);
  const results = createRunResults();
  const facts = await takeRows(reader, results, 0, options.onRow);
  const manifest = facts.repeats === 0 ? undefined : await manifestOf(reader);
  await poolRuns(options, results, facts, manifest);
  const groups = results.groups();
  if (groups.length === 0) {
    throw new UsageError(`the run ${location} has no results`, { hint: 'run the evals again, or name another run (assay list runs)' });
  }
  return {
    runId: facts.runId,
    folder,
    location,
    groups,
    filtered: manifest !== undefined && isFiltered(manifest),
    finished: manifest?.status === 'finished',
    lost: lostOf(manifest, facts),
    shard: manifest?.shard,
    resumeCommand: manifest && resumeCommand({ location: folder, runsFolders: [runsFolder(resolve(projectRoot))], cwd }),
    assayVersion: manifest?.assayVersion,
    verdicts: manifest?.verdicts,
    date: (manifest?.startedAt ?? facts.startedAt)?.slice(0, 10),
    target: (name) => describeTarget(manifest, name),
  };
}
