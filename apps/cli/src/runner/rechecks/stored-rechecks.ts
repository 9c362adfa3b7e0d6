import { recheckRows } from '@assay/engine';
import type { SpentOnRows } from '../budget/spent-before.js';

/** Takes what was spent on cases that earlier parts of a run asked again. @param location folder of the run, absolute @throws StoreError */
export async function takeRechecks(location: string, spent: Pick<SpentOnRows, 'add'>): Promise<void> {
  for await (const row of recheckRows(location)) spent.add(row);
}
