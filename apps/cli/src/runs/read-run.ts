import { openRun } from '@assay/engine';
import type { ResultRow } from '@assay/schema';

/** The rows of a run folder, in the order of finishing. @throws StoreError */
export async function* readRun(location: string): AsyncGenerator<ResultRow> {
  yield* (await openRun(location)).rows();
}
