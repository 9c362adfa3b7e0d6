import type { ResultRow } from '@assay/schema';
import { fileSize } from './file-size.js';
import { readRowValues, type ReadRowsOptions, type RowPlace } from './read-row-values.js';
import type { ReadLinesOptions } from './read-lines.js';
import { findReplacedLines } from './replaced-lines.js';
import { toRow } from './row-lines.js';

/** A row with where it stands. */
export interface PlacedRow {
  readonly row: ResultRow;
  readonly place: RowPlace;
}

/**
 * The last row of every trial. What is appended meanwhile is not read: it could replace rows that were given already.
 * @param options with how much of the file is read. Default: all that is there.
 * @throws StoreError with file and line for a line that is not a row.
 */
export async function* lastRows(file: string, options: ReadRowsOptions & ReadLinesOptions = {}): AsyncGenerator<PlacedRow> {
  const size = options.size ?? (await fileSize(file));
  const replaced = await findReplacedLines(file, { size });
  for await (const values of readRowValues(file, { ...options, size })) {
    for (const { value, line, place } of values) if (!replaced.has(line)) yield { row: toRow(file, value, line), place };
  }
}
