import { constants, type BigIntStats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** Neither waits for somebody to write into a pipe nor follows a link. Windows has no such flags, nor such pipes in folders. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * The bytes of a plain file; undefined for everything else, for files that cannot be read and for larger ones.
 * @param most size, in bytes.
 * @param isMeant called with what was opened: false for one that has come in the place of the one that is meant.
 */
export async function readRegular(path: string, most: number, isMeant: (file: BigIntStats) => boolean = () => true): Promise<Buffer | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, FLAGS);
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile() || Number(stats.size) > most || !isMeant(stats)) return undefined;
    // One byte more shows a file that grows while it is read.
    const buffer = Buffer.alloc(Number(stats.size) + 1);
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return length > Number(stats.size) ? undefined : buffer.subarray(0, length);
  } catch {
    return undefined;
  } finally {
    await handle?.close().catch(() => undefined);
  }
}
