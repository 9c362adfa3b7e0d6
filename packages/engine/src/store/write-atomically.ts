import { FileReplacement } from '../files/file-replacement.js';
import { storeFailure } from './store-failure.js';

/**
 * Replaces a file so that a reader, or a crash at any moment, sees the old or the new content and
 * never a part of it. The folder must exist.
 * @param durable false where a crash of the whole machine may leave an empty file: it saves waiting for the disk. Default true.
 * @throws StoreError
 */
export async function writeAtomically(file: string, content: string, durable = true): Promise<void> {
  try {
    await FileReplacement.write(file, content, { durable });
  } catch (error) {
    throw storeFailure('write', file, error);
  }
}
