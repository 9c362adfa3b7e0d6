import { open, type FileHandle } from 'node:fs/promises';
import { isJsonObject } from '@assay/schema';
import { systemCode } from '../../files/system-code.js';
import { storeFailure } from '../store-failure.js';

const NEWLINE = 0x0a;
const CHUNK = 64 * 1024;

/** What {@link repairTornLine} found. */
export type TornLineRepair =
  /** The file ends in a complete line, is empty or does not exist. */
  | 'intact'
  /** The last line was complete but for its line end, which was added. */
  | 'completed'
  /** The last line was cut short and was removed. */
  | 'removed';

/** Where the last line starts that has no line end: the size of the file if there is none. */
async function tornLineStart(handle: FileHandle, size: number): Promise<number> {
  const buffer = Buffer.alloc(CHUNK);
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - CHUNK);
    const { bytesRead } = await handle.read(buffer, 0, end - start, start);
    const newline = buffer.subarray(0, bytesRead).lastIndexOf(NEWLINE);
    if (newline !== -1) return start + newline + 1;
    end = start;
  }
  return 0;
}

async function isComplete(handle: FileHandle, start: number, size: number): Promise<boolean> {
  const line = Buffer.alloc(size - start);
  await handle.read(line, 0, line.length, start);
  try {
    return isJsonObject(JSON.parse(line.toString('utf8')));
  } catch {
    return false;
  }
}

/**
 * Makes a file of rows fit to be appended to after its process was killed. A last line without a
 * line end gets one if it is whole, and goes if it is not: its trial then runs again.
 * @throws StoreError when the file cannot be read or changed.
 */
export async function repairTornLine(file: string): Promise<TornLineRepair> {
  let handle: FileHandle;
  try {
    handle = await open(file, 'r+');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return 'intact';
    throw storeFailure('repair', file, error);
  }
  try {
    const { size } = await handle.stat();
    const start = await tornLineStart(handle, size);
    if (start === size) return 'intact';
    if (await isComplete(handle, start, size)) {
      await handle.write('\n', size);
      return 'completed';
    }
    await handle.truncate(start);
    return 'removed';
  } catch (error) {
    throw storeFailure('repair', file, error);
  } finally {
    await handle.close();
  }
}
