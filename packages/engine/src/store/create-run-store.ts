import { access, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { encodeManifest, encodeSummary, type ResultStore, visibleText } from '@assay/schema';
import { LineWriter } from './lines/line-writer.js';
import { lockRun, type RunLock } from './lock/run-lock.js';
import { readTrialKeys } from './lines/read-trial-keys.js';
import { repairTornLine } from './lines/repair-torn-line.js';
import { rowLine } from './lines/row-line.js';
import { tryToGrow } from './lines/try-to-grow.js';
import { makeFolder } from '../files/make-folder.js';
import { manifestFile, resultsFile, summaryFile } from './run-files.js';
import { failureIn, storeFailure } from './store-failure.js';
import { writeAtomically } from './write-atomically.js';

export interface RunStoreOptions {
  /**
   * Waits for the disk after every write, so that rows survive a power cut and not only a killed
   * process. Default false.
   */
  readonly fsync?: boolean | undefined;
}

function jsonText(value: unknown): string {
  return visibleText(`${JSON.stringify(value, null, 2)}\n`);
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(() => true, () => false);
}

async function removeFile(file: string): Promise<void> {
  try {
    await rm(file, { force: true });
  } catch (error) {
    throw storeFailure('remove', file, error);
  }
}

/** The writer of the rows, and the lock that it is protected by. */
async function openResults(location: string, fsync: boolean): Promise<{ readonly writer: LineWriter; readonly lock: RunLock }> {
  const results = resultsFile(location);
  const lock = await lockRun(location);
  try {
    await repairTornLine(results);
    await tryToGrow(results);
    return { writer: await LineWriter.open(results, { fsync }), lock };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** {@link openResults} in a folder that need not exist. */
async function openFolder(location: string, fsync: boolean): Promise<Awaited<ReturnType<typeof openResults>>> {
  try {
    try {
      await makeFolder(location);
    } catch (error) {
      throw storeFailure('create the run folder', location, error);
    }
    return await openResults(location, fsync);
  } catch (error) {
    throw await failureIn(location, error);
  }
}

/** Does one thing after the other, also after one that failed. */
function inTurn(): { run(work: () => Promise<void>): Promise<void>; settled(): Promise<void> } {
  let last: Promise<void> = Promise.resolve();
  return {
    run(work) {
      last = last.then(work, work);
      return last;
    },
    settled: () => last.catch(() => undefined),
  };
}

/**
 * Opens a run folder for writing, new or continued: `results.jsonl` only ever grows by whole
 * lines, `run.json` and `summary.json` are replaced in one step. A torn last line of an earlier process is repaired
 * first. After a failed write every further append fails with the same error; a row that cannot be
 * written at all fails alone. While the store is open, `run.lock` keeps other processes from writing.
 * @throws StoreError when the folder cannot be made or written to.
 * @throws UsageError when another store writes it.
 */
export async function createRunStore(directory: string, options: RunStoreOptions = {}): Promise<ResultStore> {
  const location = resolve(directory);
  const { writer, lock } = await openFolder(location, options.fsync ?? false);
  const files = inTurn();
  // Nothing is lost with the first one of a new run, which has no rows; the next one says who is asked, before they are.
  let durable = options.fsync === true || (await exists(manifestFile(location)));
  return {
    location,
    keys: () => readTrialKeys(resultsFile(location)),
    append(row) {
      let line: string;
      try {
        line = rowLine(row);
      } catch (error) {
        return Promise.reject(error as Error);
      }
      return writer.append(line);
    },
    writeManifest(manifest) {
      const content = jsonText(encodeManifest(manifest));
      return files.run(async () => {
        if (manifest.status === 'running') await removeFile(summaryFile(location));
        try {
          await writeAtomically(manifestFile(location), content, durable || manifest.status !== 'running');
        } catch (error) {
          throw await failureIn(location, error);
        }
        durable = true;
      });
    },
    writeSummary(summary) {
      const content = jsonText(encodeSummary(summary));
      return files.run(() => writeAtomically(summaryFile(location), content));
    },
    flush: () => writer.flush(),
    async close() {
      await files.settled();
      await writer.close().finally(() => lock.release());
    },
  };
}
