import { recheckRows } from '@assay/engine';
import { createRecheckTally, createRechecksSum, placeOfRow, type RechecksSum } from '@assay/reports';
import type { RechecksSummary, VerdictThresholds } from '@assay/schema';
import { readRun } from './read-run.js';

export interface RecheckedCasesOptions {
  /** Times that a case is asked again. */
  readonly most: number;
  readonly thresholds: VerdictThresholds | undefined;
  /** True to count cases too that are to be asked again, and were not yet. */
  readonly expected: boolean;
}

/**
 * What the cases of a stored run came to that were asked again, by its rows alone; undefined where none was.
 * @param folder of the run, absolute
 * @throws StoreError
 */
export async function recheckedCases(folder: string, { most, thresholds, expected }: RecheckedCasesOptions): Promise<RechecksSum | undefined> {
  const tally = createRecheckTally(thresholds);
  const sum = createRechecksSum(tally, most);
  let any = false;
  for await (const row of recheckRows(folder)) {
    sum.add(row);
    any = true;
  }
  if (!any) return undefined;
  for await (const row of readRun(folder)) tally.add(row);
  if (!expected) return sum;
  for await (const row of readRun(folder)) {
    const place = placeOfRow(row);
    if (tally.reasonOf(place)) sum.expect(place);
  }
  return sum;
}

/** How often the case has been asked again that was most often. */
async function mostStored(folder: string): Promise<number> {
  const counts = new Map<string, number>();
  for await (const row of recheckRows(folder)) {
    const key = JSON.stringify(Object.values(placeOfRow(row)));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts.values()].reduce((most, each) => Math.max(most, each), 0);
}

/**
 * What asking cases again came to in a run that has no summary; undefined where none was asked again.
 * @param most as the run was asked for; undefined where that is not kept with it, as of settings of a project: then it is what was done at the most
 * @throws StoreError
 */
export async function rechecksByRows(folder: string, most: number | undefined, thresholds: VerdictThresholds | undefined): Promise<RechecksSummary | undefined> {
  const times = most ?? (await mostStored(folder));
  return times === 0 ? undefined : (await recheckedCases(folder, { most: times, thresholds, expected: true }))?.summary();
}
