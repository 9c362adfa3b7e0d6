import { checkBaselines, checkSlices, reportOfBaselines, type createSlicedCases } from '@assay/reports';
import { baselineCaseKey } from '@assay/schema';
import type { BaselineFolder } from './baseline-folder.js';
import { locateBaselines } from './locate-baselines.js';
import { readResults } from './read-results.js';
import { matchesGroup, selectGroups, type GroupFilter } from './select-groups.js';

/** The chance of calling anything worse where nothing is, and the drop of a case that is no regression. */
const [ALPHA, TOLERANCE] = [0.05, 0.05];

export interface CheckTerms {
  readonly gate: 'mean' | 'cases';
  /** [0, 1) */
  readonly margin?: number | undefined;
  /** (0, 1). Default 0.05. */
  readonly alpha?: number | undefined;
  /** [0, 1]. Default 0.05. */
  readonly tolerance?: number | undefined;
  /** [0, 1] */
  readonly maxDrop?: number | undefined;
}

export interface CheckRunOptions {
  /** A run folder, a run id, or `latest`. */
  readonly run: string;
  readonly cwd: string;
  readonly projectRoot: string;
  readonly folder: BaselineFolder;
  /** Of which suites and targets. */
  readonly filter: GroupFilter;
  readonly terms: CheckTerms;
  /** What the check is made apart for, too. */
  readonly sliced: readonly ReturnType<typeof createSlicedCases>[];
}

/**
 * Checks a run against the baselines of its suites on its targets.
 * @throws UsageError for what the run does not have, InvalidFileError for baselines that cannot be used, StoreError.
 */
export async function checkRun({ run: name, cwd, projectRoot, folder, filter, terms, sliced }: CheckRunOptions) {
  const { gate, margin, alpha = ALPHA, tolerance = TOLERANCE, maxDrop } = terms;
  const run = await readResults({
    run: name,
    cwd,
    projectRoot,
    onRow(row) {
      if (!matchesGroup(row, filter)) return;
      for (const each of sliced) each.add(row, baselineCaseKey(row.caseId, row.variant.label));
    },
  });
  for (const each of sliced) {
    const unknown = each.unknown();
    if (unknown) throw unknown;
  }
  const { runId, filtered, finished, location } = run;
  const groups = await locateBaselines(selectGroups(run.groups, filter, 'the run has'), run.groups, folder);
  const checked = { groups, gate, terms: { alpha, margin }, runId, tolerance, maxDrop, filtered, finished };
  const check = checkBaselines(checked);
  const slices = sliced.map((each) => checkSlices(checked, each));
  const named = { id: runId, location };
  return { check, slices, run: named, folder: run.folder, verdicts: run.verdicts, report: () => reportOfBaselines(check, named, slices) };
}
