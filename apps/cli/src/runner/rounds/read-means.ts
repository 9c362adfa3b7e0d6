import { resolve } from 'node:path';
import { openRun } from '@assay/engine';
import { createRunResults, createRunScores, meansOfBaselines, meansOfRuns, meansOfScores, type SuiteMean } from '@assay/reports';
import type { ResultRow } from '@assay/schema';
import { locateBaselines } from '../../baseline/locate-baselines.js';
import { BASELINES, openBaselineFolder } from '../../baseline/baseline-folder.js';
import { pairTargets } from '../../compare/pair-targets.js';
import { readScores } from '../../compare/read-scores.js';
import { findRunFolder } from '../../runs/find-run-folder.js';
import { runsFolder } from '../../folders/runs-folder.js';
import type { RoundsPlan } from '../plan/check-rounds.js';

/** Reads what the suites of a run came to, as far as their rows count. @param folder of the run, absolute. @throws UsageError, InvalidFileError, StoreError */
export type ReadMeans = (folder: string, counts: (row: ResultRow) => boolean) => Promise<readonly SuiteMean[]>;

export interface MeansPlace {
  readonly cwd: string;
  readonly projectRoot: string;
  /** Names of the targets of the run; undefined where cases that are not read yet may name others. */
  readonly targets: readonly string[] | undefined;
}

async function takeRows(folder: string, counts: (row: ResultRow) => boolean, take: (row: ResultRow) => void): Promise<void> {
  for await (const row of (await openRun(folder)).rows()) if (counts(row)) take(row);
}

const readScoreMeans: ReadMeans = async (folder, counts) => {
  const scores = createRunScores();
  await takeRows(folder, counts, (row) => scores.add(row));
  return meansOfScores(scores);
};

function baselineMeans({ cwd, projectRoot }: MeansPlace): ReadMeans {
  const baselines = openBaselineFolder({ directory: resolve(projectRoot, 'baselines'), cwd, projectRoot: resolve(projectRoot) });
  return async (folder, counts) => {
    const results = createRunResults();
    await takeRows(folder, counts, (row) => results.add(row));
    const groups = results.groups();
    return meansOfBaselines(await locateBaselines(groups, groups, baselines));
  };
}

async function runMeans(against: string, { cwd, projectRoot, targets }: MeansPlace): Promise<ReadMeans> {
  const before = await findRunFolder({ run: against, cwd, runsFolder: runsFolder(resolve(projectRoot)) });
  const { scores: a } = await readScores({ folder: before, cwd });
  const paired = (b: readonly string[]) => pairTargets({ a: a.targets, b, selectedA: undefined, selectedB: undefined });
  if (targets) paired(targets);
  return async (folder, counts) => {
    const b = createRunScores();
    await takeRows(folder, counts, (row) => b.add(row));
    return meansOfRuns(a, b, paired(b.targets));
  };
}

/**
 * What the means of a run are held against. A run is read once, so that nothing of it changes while this one goes on.
 * @throws UsageError when it is not clear which targets are held against each other. @throws StoreError
 */
export async function openMeans({ waitsFor }: RoundsPlan, place: MeansPlace): Promise<ReadMeans> {
  if (waitsFor.by === 'threshold') return readScoreMeans;
  return waitsFor.against === BASELINES ? baselineMeans(place) : runMeans(waitsFor.against, place);
}
