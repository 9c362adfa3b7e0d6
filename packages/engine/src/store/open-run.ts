import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  errorText,
  StoreError,
  decodeManifest,
  decodeSummary,
  type ResultRow,
  type RunReader,
  type RunSummary,
} from '@assay/schema';
import { followRows } from './following/follow-rows.js';
import { lastRows } from './lines/last-rows.js';
import { readKeyedLines } from './lines/read-keyed-lines.js';
import type { ReadRowsOptions } from './lines/read-row-values.js';
import { badLine, parseLine, toRow } from './lines/row-lines.js';
import { readOutsideKeys } from './outside-keys.js';
import { manifestFile, outsideFile, rechecksFile, resultsFile, summaryFile } from './run-files.js';
import { parseFile } from '../files/parse-file.js';
import { systemCode } from '../files/system-code.js';
import { storeFailure } from './store-failure.js';

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw storeFailure('read', file, error);
  }
}

function decodeFile<T>(file: string, content: string, decode: (value: unknown) => T): T {
  try {
    return decode(parseFile(content));
  } catch (error) {
    const why = errorText(error);
    throw new StoreError(`${file}: ${why}`, {
      hint: (error instanceof StoreError ? error.hint : undefined) ?? 'the file was damaged, changed by hand or written by another version of Assay',
      cause: error,
    });
  }
}

async function lastRow(file: string, wanted: string): Promise<ResultRow | undefined> {
  let found: { readonly bytes: Buffer; readonly number: number } | undefined;
  for await (const lines of readKeyedLines(file)) {
    found = lines.findLast(({ key }) => key === wanted) ?? found;
  }
  if (!found) return undefined;
  const value = parseLine(found.bytes);
  if (!value) throw badLine(file, found.number, 'this line is not a JSON object');
  return toRow(file, value, found.number);
}

async function readSummary(file: string): Promise<RunSummary | undefined> {
  try {
    return decodeFile(file, await readText(file), decodeSummary);
  } catch (error) {
    if (error instanceof StoreError && systemCode(error.cause) === 'ENOENT') return undefined;
    throw error;
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

/** What is no file may keep its reader for ever (a pipe), or say something else every time. */
async function checkIsFile(file: string): Promise<void> {
  try {
    if ((await stat(file)).isFile()) return;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return;
    throw storeFailure('read', file, error);
  }
  throw new StoreError(`${file} is no file`, { hint: 'remove it, or name another run' });
}

/**
 * Opens a run folder for reading, also while the run is going on or after it was killed. Rows are
 * streamed, after a look at their keys. `rows()` may be called again and then reads again.
 * @throws StoreError when there is no such folder, or something that is no file stands in it. `rows()` throws it with file and line for a
 * line that is not a row, or for a damaged `outside.json`; `manifest()` when `run.json` is missing or damaged.
 */
export async function openRun(directory: string, options: ReadRowsOptions = {}): Promise<RunReader> {
  const location = resolve(directory);
  if (!(await isFolder(location))) {
    throw new StoreError(`there is no run folder ${location}`, { hint: 'check the path or the id of the run' });
  }
  const results = resultsFile(location);
  for (const file of [manifestFile(location), results, rechecksFile(location), summaryFile(location), outsideFile(location)]) await checkIsFile(file);
  return {
    location,
    async manifest() {
      const file = manifestFile(location);
      return decodeFile(file, await readText(file), decodeManifest);
    },
    row: (key) => lastRow(results, key),
    async *rows() {
      const outside = await readOutsideKeys(outsideFile(location));
      for await (const { row } of lastRows(results, options)) if (!outside.has(row.trialKey)) yield row;
    },
    follow: ({ signal } = {}) => followRows(location, { ...options, signal }),
    summary: () => readSummary(summaryFile(location)),
  };
}
