import { FileReplacement } from '../files/file-replacement.js';
import { storeFailure } from './store-failure.js';

/**
 * Replaces a file so that a reader, or a crash at any moment, sees the old or the new content and
 * never a part of it. The folder must exist.
 * @throws StoreError
 */
export async function writeAtomically(file: string, content: string): Promise<void> {
  try {
    await FileReplacement.write(file, content, { durable: true });
  } catch (error) {
    throw storeFailure('write', file, error);
  }
}
