import { recheckRows } from '@assay/engine';
import type { RowCount } from '../resume/lost-rows.js';
import type { SpentOnRows } from '../budget/spent-before.js';

/** Takes what was spent on cases that earlier parts of a run asked again. @param location folder of the run, absolute @throws StoreError */
export async function takeRechecks(location: string, spent: Pick<SpentOnRows, 'add'>, counted: Pick<RowCount, 'seen'>): Promise<void> {
  for await (const row of recheckRows(location)) {
    counted.seen(row);
    spent.add(row);
  }
}
