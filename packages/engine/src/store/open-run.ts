import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { StoreError, decodeManifest, decodeRow, type ResultRow, type RunManifest, type RunReader } from '@assay/schema';
import { badLine, readRowValues, type ReadRowsOptions, type RowValue } from './read-row-values.js';
import { manifestFile, resultsFile } from './run-files.js';
import { storeFailure, systemCode } from './store-failure.js';

function toRow(file: string, { value, line }: RowValue): ResultRow {
  try {
    return decodeRow(value);
  } catch (error) {
    if (error instanceof StoreError) throw badLine(file, line, error.message, error);
    throw error;
  }
}

async function readManifest(file: string): Promise<RunManifest> {
  let content: string;
  try {
    content = await readFile(file, 'utf8');
  } catch (error) {
    throw storeFailure('read', file, error);
  }
  try {
    return decodeManifest(JSON.parse(content));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StoreError(`${file}: ${why}`, {
      hint: 'the file was damaged, changed by hand or written by another version of Assay',
      cause: error,
    });
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return false;
    throw storeFailure('read', path, error);
  }
}

/**
 * Opens a run folder for reading, also while the run is going on or after it was killed. Rows are
 * streamed. `rows()` may be called again and then reads again.
 * @throws StoreError when there is no such folder. `rows()` throws it with file and line for a
 * line that is not a row; `manifest()` when `run.json` is missing or damaged.
 */
export async function openRun(directory: string, options: ReadRowsOptions = {}): Promise<RunReader> {
  const location = resolve(directory);
  if (!(await isFolder(location))) {
    throw new StoreError(`there is no run folder ${location}`, { hint: 'check the path or the id of the run' });
  }
  const results = resultsFile(location);
  return {
    location,
    manifest: () => readManifest(manifestFile(location)),
    async *rows() {
      for await (const values of readRowValues(results, options)) {
        for (const value of values) yield toRow(results, value);
      }
    },
  };
}
