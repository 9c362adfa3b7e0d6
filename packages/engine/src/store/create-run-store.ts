import { resolve } from 'node:path';
import { encodeManifest, type ResultStore, visibleText } from '@assay/schema';
import { LineWriter } from './line-writer.js';
import { repairTornLine } from './repair-torn-line.js';
import { rowLine } from './row-line.js';
import { makeFolder } from './make-folder.js';
import { manifestFile, resultsFile } from './run-files.js';
import { storeFailure } from './store-failure.js';
import { writeAtomically } from './write-atomically.js';

export interface RunStoreOptions {
  /**
   * Waits for the disk after every write, so that rows survive a power cut and not only a killed
   * process. Default false.
   */
  readonly fsync?: boolean | undefined;
}

/**
 * Opens a run folder for writing, new or continued: `results.jsonl` only ever grows by whole
 * lines, `run.json` is replaced in one step. A torn last line of an earlier process is repaired
 * first. After a failed write every further append fails with the same error; a row that cannot be
 * written at all fails alone.
 * @throws StoreError when the folder cannot be made or written to.
 */
export async function createRunStore(directory: string, options: RunStoreOptions = {}): Promise<ResultStore> {
  const location = resolve(directory);
  try {
    await makeFolder(location);
  } catch (error) {
    throw storeFailure('create the run folder', location, error);
  }
  const results = resultsFile(location);
  await repairTornLine(results);
  const writer = await LineWriter.open(results, { fsync: options.fsync ?? false });
  let manifestWritten: Promise<void> = Promise.resolve();
  return {
    location,
    append: async (row) => writer.append(rowLine(row)),
    writeManifest(manifest) {
      const content = visibleText(`${JSON.stringify(encodeManifest(manifest), null, 2)}\n`);
      const write = (): Promise<void> => writeAtomically(manifestFile(location), content);
      manifestWritten = manifestWritten.then(write, write);
      return manifestWritten;
    },
    flush: () => writer.flush(),
    async close() {
      await manifestWritten.catch(() => undefined);
      await writer.close();
    },
  };
}
