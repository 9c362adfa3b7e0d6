import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ResultRow, StoredBytes } from '@assay/schema';
import { fileSize } from './lines/file-size.js';
import { lastRows, type PlacedRow } from './lines/last-rows.js';
import type { RowPlace } from './lines/read-row-values.js';
import { readLines } from './lines/read-lines.js';
import { badLine, isBlank, parseLine, toRow } from './lines/row-lines.js';
import { rechecksFile, resultsFile } from './run-files.js';
import { systemCode } from '../files/system-code.js';
import { storeFailure } from './store-failure.js';

/** The rows of a run folder, to be looked at one by one later on. */
export interface StoredRows {
  /** As `rows()` of a reader, with where each stands. @throws StoreError */
  all(): AsyncIterable<PlacedRow>;
  /** A row that stood there. @throws StoreError when it does no more. */
  at(place: RowPlace): Promise<ResultRow>;
}

/** Looks into the rows of a run, which only grow. @param of its trials, or what it asked single cases again. */
export function storedRows(directory: string, of: 'trials' | 'rechecks' = 'trials'): StoredRows {
  const file = (of === 'trials' ? resultsFile : rechecksFile)(resolve(directory));
  return {
    all: () => lastRows(file),
    async at({ start, length }) {
      const bytes = Buffer.alloc(length);
      try {
        const handle = await open(file, 'r');
        await handle.read(bytes, 0, length, start).finally(() => handle.close());
      } catch (error) {
        throw storeFailure('read', file, error);
      }
      const value = parseLine(bytes);
      // Nobody but Assay writes there: its line is not looked for.
      if (!value) throw badLine(file, 1, `the row at byte ${start} is not there any more`);
      return toRow(file, value, 1);
    },
  };
}

/** How much a run has stored. @throws StoreError */
export async function storedBytes(directory: string): Promise<StoredBytes> {
  const folder = resolve(directory);
  const [results, rechecks] = await Promise.all([fileSize(resultsFile(folder)), fileSize(rechecksFile(folder))]);
  return { results, rechecks };
}

/** Whether a run folder has a row, or a line that should be one: blank lines and a torn one are none. @throws StoreError */
export async function holdsRows(directory: string): Promise<boolean> {
  const file = resultsFile(resolve(directory));
  try {
    for await (const lines of readLines(file)) {
      if (lines.some(({ bytes, complete }) => !isBlank(bytes) && (complete || parseLine(bytes) !== undefined))) return true;
    }
    return false;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw storeFailure('read', file, error);
  }
}
