import { resolve } from 'node:path';
import { createRunResults, createRunScores, meansOfBaselines, meansOfRuns, meansOfScores, type SuiteMean } from '@assay/reports';
import type { ResultRow } from '@assay/schema';
import { locateBaselines } from '../../baseline/locate-baselines.js';
import { BASELINES, openBaselineFolder } from '../../baseline/baseline-folder.js';
import { pairTargets } from '../../compare/pair-targets.js';
import { readScores } from '../../compare/read-scores.js';
import { findRunFolder } from '../../runs/find-run-folder.js';
import { runsFolder } from '../../folders/runs-folder.js';
import type { RoundsPlan } from '../plan/check-rounds.js';

/** What the suites of a run come to, row by row. Of two rows of one trial the later one counts. */
export interface MeansTally {
  add(row: ResultRow): void;
  /** Of the rows so far; more may be added afterwards. @throws InvalidFileError, StoreError for what they are compared with */
  means(): Promise<readonly SuiteMean[]>;
}

/** Begins a tally without rows. */
export type CreateTally = () => MeansTally;

export interface MeansPlace {
  readonly cwd: string;
  readonly projectRoot: string;
  /** Names of the targets of the run; undefined where cases that are not read yet may name others. */
  readonly targets: readonly string[] | undefined;
}

function scoreMeans(): MeansTally {
  const scores = createRunScores();
  return { add: (row) => scores.add(row), means: async () => meansOfScores(scores) };
}

function baselineMeans({ cwd, projectRoot }: MeansPlace): CreateTally {
  const baselines = openBaselineFolder({ directory: resolve(projectRoot, 'baselines'), cwd, projectRoot: resolve(projectRoot) });
  return () => {
    const results = createRunResults();
    return {
      add: (row) => results.add(row),
      async means() {
        const groups = results.groups();
        return meansOfBaselines(await locateBaselines(groups, groups, baselines));
      },
    };
  };
}

async function runMeans(against: string, { cwd, projectRoot, targets }: MeansPlace): Promise<CreateTally> {
  const before = await findRunFolder({ run: against, cwd, runsFolder: runsFolder(resolve(projectRoot)) });
  const { scores: a } = await readScores({ folder: before, cwd });
  const paired = (b: readonly string[]) => pairTargets({ a: a.targets, b, selectedA: undefined, selectedB: undefined });
  if (targets) paired(targets);
  return () => {
    const b = createRunScores();
    return { add: (row) => b.add(row), means: async () => meansOfRuns(a, b, paired(b.targets)) };
  };
}

/**
 * What the means of a run are compared with. A run is read once, so that nothing of it changes while this one goes on.
 * @throws UsageError when it is not clear which targets are compared with each other. @throws StoreError
 */
export async function openMeans({ waitsFor }: RoundsPlan, place: MeansPlace): Promise<CreateTally> {
  if (waitsFor.by === 'threshold') return scoreMeans;
  return waitsFor.against === BASELINES ? baselineMeans(place) : runMeans(waitsFor.against, place);
}
