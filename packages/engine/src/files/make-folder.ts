import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCode } from './system-code.js';

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** The folders above a path that do not exist, the outermost first. */
async function missingAbove(path: string): Promise<readonly string[]> {
  const above = dirname(path);
  if (above === path || (await exists(above))) return [];
  return [...(await missingAbove(above)), above];
}

/**
 * Makes a folder and those above it that are missing. Not with Node's own `recursive`, which never
 * returns where a system folder (`/proc`) says that a folder does not exist and cannot be made.
 * @throws the system's error.
 */
export async function makeFolder(path: string): Promise<void> {
  for (const folder of [...(await missingAbove(path)), path]) {
    try {
      await mkdir(folder);
    } catch (error) {
      // Somebody else may have made it in the meantime.
      if (systemCode(error) !== 'EEXIST' || !(await isFolder(folder))) throw error;
    }
  }
}
