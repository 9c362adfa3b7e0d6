import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCode } from './store-failure.js';

/**
 * Makes a folder and those above it that are missing. Not with Node's own `recursive`, which never
 * returns where a system folder (`/proc`) says that a folder does not exist and cannot be made.
 * @throws the system's error.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' && dirname(path) !== path) {
      const parent = dirname(path);
      // A parent that exists while this folder "does not" would be asked for ever again.
      if (await exists(parent)) throw error;
      await makeFolder(parent);
      await makeFolder(path);
    } else if (code !== 'EEXIST' || !(await isFolder(path))) {
      throw error;
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
