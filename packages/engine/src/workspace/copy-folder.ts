import { constants } from 'node:fs';
import { cp, lstat, mkdir, realpath } from 'node:fs/promises';

/**
 * Copies what is in a folder into a new one. Links stay links and are not followed; sockets, pipes and devices are left out. Where the
 * file system can share the content of files between copies, it does.
 * @param from a folder, or a link to one; undefined for an empty one.
 * @throws the signal's reason when it aborts on the way.
 */
export async function copyFolder(from: string | undefined, to: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (from === undefined) {
    await mkdir(to, { recursive: true });
    return;
  }
  await cp(await realpath(from), to, {
    recursive: true,
    errorOnExist: true,
    force: false,
    preserveTimestamps: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    async filter(source) {
      signal.throwIfAborted();
      const stats = await lstat(source);
      return stats.isFile() || stats.isDirectory() || stats.isSymbolicLink();
    },
  });
}
