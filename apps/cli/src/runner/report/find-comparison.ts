import { resolve } from 'node:path';
import { checkBaselines, compareRuns, reportOfBaselines, reportOfRuns } from '@assay/reports';
import type { Comparison } from '@assay/schema';
import { openBaselineFolder } from '../../baseline/baseline-folder.js';
import { locateBaselines } from '../../baseline/locate-baselines.js';
import { readResults } from '../../baseline/read-results.js';
import { pairTargets } from '../../compare/pair-targets.js';
import { readScores } from '../../compare/read-scores.js';
import { findRunFolder } from '../../runs/find-run-folder.js';

/** What drop of a score is no regression: as for `assay baseline check`. */
const TOLERANCE = 0.05;
/** Most cases of a kind that are named. */
const MOST_CASES = 1000;

export interface FindComparisonOptions {
  /** Folder of the run, absolute. */
  readonly folder: string;
  readonly cwd: string;
  readonly projectRoot: string;
}

/**
 * Holds a run against those of its suites that have a baseline in the project; undefined when none has one.
 * @throws InvalidFileError for a baseline that cannot be used. @throws StoreError
 */
export async function againstBaselines({ folder, cwd, projectRoot }: FindComparisonOptions): Promise<Comparison | undefined> {
  const baselines = openBaselineFolder({ directory: resolve(projectRoot, 'baselines'), cwd, projectRoot: resolve(projectRoot) });
  if (!(await baselines.exists())) return undefined;
  const run = await readResults({ run: folder, cwd, projectRoot });
  const groups = (await locateBaselines(run.groups, run.groups, baselines)).filter(({ baseline }) => baseline !== undefined);
  if (groups.length === 0) return undefined;
  const { filtered, finished, location, runId: id } = run;
  return reportOfBaselines(checkBaselines({ groups, tolerance: TOLERANCE, filtered, finished }), { id, location });
}

/** Holds a run against another one. @param other a run folder, a run id or `latest`. @throws UsageError, StoreError */
export async function againstRun({ folder, cwd }: FindComparisonOptions, other: string, runsFolder: string): Promise<Comparison> {
  const before = await findRunFolder({ run: other, cwd, runsFolder });
  const a = await readScores({ folder: before, cwd });
  const b = await readScores({ folder, cwd });
  const targets = pairTargets({ a: a.scores.targets, b: b.scores.targets, selectedA: undefined, selectedB: undefined });
  return reportOfRuns(compareRuns({ a, b, targets, maxCases: MOST_CASES }));
}
