import { fileSize } from './file-size.js';
import { readKeyedLines } from './read-keyed-lines.js';
import { badLine, parseLine } from './row-lines.js';
import { TrialKeyTable } from './trial-key-table.js';

/**
 * The keys of the trials that a file holds rows of: what a continued run need not do again. A torn last line has none.
 * @throws StoreError with file and line for a line that is not a row.
 */
export async function readTrialKeys(file: string): Promise<TrialKeyTable> {
  const keys = new TrialKeyTable();
  for await (const lines of readKeyedLines(file, { size: await fileSize(file) })) {
    for (const { key, bytes, number } of lines) {
      if (key !== undefined) keys.put(key, number);
      else if (parseLine(bytes)) throw badLine(file, number, 'this line is not a result row: it has no trial_key');
      else throw badLine(file, number, 'this line is not a JSON object');
    }
  }
  return keys;
}
