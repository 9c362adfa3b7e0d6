import { readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { StoreError } from '@assay/schema';
import * as v from 'valibot';
import { outsideFile } from './run-files.js';
import { parseFile } from '../files/parse-file.js';
import { systemCode } from '../files/system-code.js';
import { storeFailure } from './store-failure.js';
import { writeAtomically } from './write-atomically.js';

const OutsideSchema = v.object({ trial_keys: v.array(v.string()) });

/**
 * Notes the trials whose rows stay in a run folder and do not count, since they are of no trial that is planned; with none of them
 * the note goes. Whoever calls it holds the lock of the folder.
 * @throws StoreError
 */
export async function writeOutsideKeys(directory: string, keys: readonly string[]): Promise<void> {
  const file = outsideFile(resolve(directory));
  if (keys.length > 0) return writeAtomically(file, `${JSON.stringify({ trial_keys: keys })}\n`);
  try {
    await rm(file, { force: true });
  } catch (error) {
    throw storeFailure('remove', file, error);
  }
}

/** Notes more of them, besides those that are noted. @throws StoreError */
export async function addOutsideKeys(directory: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const before = await readOutsideKeys(outsideFile(resolve(directory)));
  await writeOutsideKeys(directory, [...new Set([...before, ...keys])]);
}

/** The trials whose rows do not count. @throws StoreError for a note that cannot be read. */
export async function readOutsideKeys(file: string): Promise<ReadonlySet<string>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return new Set();
    throw storeFailure('read', file, error);
  }
  try {
    return new Set(v.parse(OutsideSchema, parseFile(text)).trial_keys);
  } catch (error) {
    throw new StoreError(`${file} does not say which trials it means`, { hint: 'the file was damaged or changed by hand; go on with the run, and it is made again', namedOptions: [{ name: 'resume', value: true }], cause: error });
  }
}

/** The same of a run that is gone on with, which makes the note anew: one that cannot be read names none. */
export async function outsideKeysOf(directory: string): Promise<ReadonlySet<string>> {
  try {
    return await readOutsideKeys(outsideFile(resolve(directory)));
  } catch (error) {
    if (error instanceof StoreError) return new Set();
    throw error;
  }
}
