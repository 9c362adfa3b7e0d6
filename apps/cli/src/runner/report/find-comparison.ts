import { resolve } from 'node:path';
import { checkBaselines, compareRuns, reportOfBaselines, reportOfRuns, type LooksOf } from '@assay/reports';
import type { ChangeTerms, Comparison } from '@assay/schema';
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
  /** What changes are decided by. Default: what the commands that compare take. */
  readonly terms?: ChangeTerms | undefined;
  /** The looks at suites whose repeats were added one by one. Default: there were none. */
  readonly looks?: LooksOf | undefined;
}

/** As for `assay compare` and `assay baseline check`. */
const TERMS: ChangeTerms = { alpha: 0.05 };

/**
 * Compares a run with the baselines of its suites.
 * @param known takes those suites only that have one
 * @throws InvalidFileError for a baseline that cannot be used. @throws StoreError
 */
async function checkedBaselines({ folder, cwd, projectRoot, terms = TERMS, looks }: FindComparisonOptions, known: boolean): Promise<Comparison> {
  const baselines = openBaselineFolder({ directory: resolve(projectRoot, 'baselines'), cwd, projectRoot: resolve(projectRoot) });
  const run = await readResults({ run: folder, cwd, projectRoot });
  const located = await locateBaselines(run.groups, run.groups, baselines);
  const groups = known ? located.filter(({ baseline }) => baseline !== undefined) : located;
  const { filtered, finished, location, runId: id } = run;
  return reportOfBaselines(checkBaselines({ groups, gate: 'mean', terms, looks, runId: id, tolerance: TOLERANCE, filtered, finished }), { id, location });
}

/** The gate of `--against baseline`: a suite without a baseline is reported. @throws InvalidFileError, StoreError */
export function gatedByBaselines(options: FindComparisonOptions): Promise<Comparison> {
  return checkedBaselines(options, false);
}

/**
 * Compares a run with those of its suites that have a baseline in the project; undefined when none has one.
 * @throws InvalidFileError for a baseline that cannot be used. @throws StoreError
 */
export async function againstBaselines(options: FindComparisonOptions): Promise<Comparison | undefined> {
  const { cwd, projectRoot } = options;
  const baselines = openBaselineFolder({ directory: resolve(projectRoot, 'baselines'), cwd, projectRoot: resolve(projectRoot) });
  if (!(await baselines.exists())) return undefined;
  const found = await checkedBaselines(options, true);
  return found.pairs.length === 0 ? undefined : found;
}

/** Compares a run with another one. @param other a run folder, a run id or `latest`. @throws UsageError, StoreError */
export async function againstRun({ folder, cwd, terms, looks }: FindComparisonOptions, other: string, runsFolder: string): Promise<Comparison> {
  const before = await findRunFolder({ run: other, cwd, runsFolder });
  const a = await readScores({ folder: before, cwd });
  const b = await readScores({ folder, cwd });
  const targets = pairTargets({ a: a.scores.targets, b: b.scores.targets, selectedA: undefined, selectedB: undefined });
  return reportOfRuns(compareRuns({ a, b, targets, ...terms, looks, gate: terms === undefined ? 'none' : 'mean', maxCases: MOST_CASES }));
}
