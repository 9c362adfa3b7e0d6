import type { ResultRow, ResultStore } from '@assay/schema';
import { LineWriter } from './lines/line-writer.js';
import { lastRows } from './lines/last-rows.js';
import { readTrialKeys } from './lines/read-trial-keys.js';
import { repairTornLine } from './lines/repair-torn-line.js';
import { rowLine } from './lines/row-line.js';
import { readOutsideKeys } from './outside-keys.js';
import { outsideFile, rechecksFile } from './run-files.js';

/**
 * Opens what a run keeps of single cases that it asks again: rows like all others, in a file of their own beside those of the run, so
 * that nobody takes them for a part of its figures.
 * @param run the run's own store, which is open, holds the lock, and gets manifest and summary.
 * @throws StoreError when the file cannot be written.
 */
export async function openRechecks(run: ResultStore): Promise<ResultStore> {
  const file = rechecksFile(run.location);
  await repairTornLine(file);
  const writer = await LineWriter.open(file, { fsync: false });
  return {
    ...run,
    keys: () => readTrialKeys(file),
    append(row) {
      let line: string;
      try {
        line = rowLine(row);
      } catch (error) {
        return Promise.reject(error as Error);
      }
      return writer.append(line);
    },
    flush: () => writer.flush(),
    close: () => writer.close(),
  };
}

/** Rows of rechecks that count; none for a run that asked no case again. @throws StoreError */
export async function* recheckRows(directory: string): AsyncGenerator<ResultRow> {
  const outside = await readOutsideKeys(outsideFile(directory));
  for await (const { row } of lastRows(rechecksFile(directory))) if (!outside.has(row.trialKey)) yield row;
}
