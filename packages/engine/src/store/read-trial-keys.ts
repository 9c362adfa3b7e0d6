import { resolve } from 'node:path';
import { badLine, readRowValues, type ReadRowsOptions } from './read-row-values.js';
import { resultsFile } from './run-files.js';

/**
 * The keys of the trials that a run folder holds rows of: what a resumed run need not do again.
 * Rows are not checked beyond their key, which makes this much faster than reading them.
 * @throws StoreError with file and line for a line that is not a row.
 */
export async function readTrialKeys(directory: string, options: ReadRowsOptions = {}): Promise<Set<string>> {
  const file = resultsFile(resolve(directory));
  const keys = new Set<string>();
  for await (const values of readRowValues(file, options)) {
    for (const { value, line } of values) {
      const key = value['trial_key'];
      if (typeof key !== 'string') throw badLine(file, line, 'this line is not a result row: it has no trial_key');
      keys.add(key);
    }
  }
  return keys;
}
