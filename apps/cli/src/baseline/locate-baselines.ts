import type { Baseline } from '@assay/schema';
import type { BaselineFolder } from './baseline-folder.js';
import type { RunForBaseline } from './read-results.js';
import { sharesName } from './shares-name.js';

type Results = RunForBaseline['groups'][number];

/** Results, and their baseline where there is one. */
export interface LocatedResults {
  readonly results: Results;
  readonly baseline: Baseline | undefined;
  /** File of the baseline, as it should be shown. */
  readonly file: string;
}

/**
 * Finds the baselines of results.
 * @param all of the run, by which suites of one name are distinguished. @throws InvalidFileError for a file that cannot be used.
 */
export async function locateBaselines(groups: readonly Results[], all: readonly Results[], folder: BaselineFolder): Promise<readonly LocatedResults[]> {
  const located = [];
  for (const results of groups) {
    const { baseline, shown: file } = await folder.locate({ ...results, sharesName: sharesName(results, all) });
    located.push({ results, baseline, file });
  }
  return located;
}
