import { openRun } from '@assay/engine';
import type { RunReader } from '@assay/schema';

/** What is stored in a run folder, read when somebody asks. */
export function storedRows(location: string): Pick<RunReader, 'row' | 'rows'> {
  return {
    row: async (key) => (await openRun(location)).row(key),
    async *rows() {
      yield* (await openRun(location)).rows();
    },
  };
}
