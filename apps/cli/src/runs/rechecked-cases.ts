import { recheckRows } from '@assay/engine';
import { createRecheckTally, createRechecksSum, placeOfRow, type RechecksSum } from '@assay/reports';
import type { VerdictThresholds } from '@assay/schema';
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
