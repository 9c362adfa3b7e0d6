import { open } from 'node:fs/promises';
import { storeFailure } from '../store-failure.js';

/** Bytes that there has to be room for: some dozens of rows, which may all be asked for before the first one is written. */
const ROOM = 64 * 1024;

/**
 * Finds out whether rows can be added to those of a run that is gone on with, before anybody is asked for them: on a disk that is still
 * full every try would cost as many replies as are under way at once. A file without rows is left as it is.
 * @throws StoreError
 */
export async function tryToGrow(file: string): Promise<void> {
  try {
    const handle = await open(file, 'a');
    try {
      const { size } = await handle.stat();
      if (size === 0) return;
      try {
        // A process that is killed here leaves a torn line, which the next one repairs.
        for (let left = ROOM; left > 0; ) left -= (await handle.write(Buffer.alloc(left, ' '))).bytesWritten;
      } finally {
        await handle.truncate(size);
      }
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw storeFailure('write', file, error);
  }
}
