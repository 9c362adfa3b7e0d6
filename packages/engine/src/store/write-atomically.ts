import { open, rename, rm } from 'node:fs/promises';
import { storeFailure } from './store-failure.js';

/**
 * Replaces a file so that a reader, or a crash at any moment, sees the old or the new content and
 * never a part of it. The folder must exist.
 * @throws StoreError
 */
export async function writeAtomically(file: string, content: string): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    const handle = await open(temporary, 'w');
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw storeFailure('write', file, error);
  }
}
