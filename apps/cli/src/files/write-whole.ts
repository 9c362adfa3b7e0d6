import { rmSync } from 'node:fs';
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '@assay/engine';
import { temporaryBeside } from './temporary-beside.js';
import { whileStopped } from './while-stopped.js';

/**
 * Replaces a file, or makes it with the folders above it, so that at any moment it holds the old or
 * the new content whole. A symbolic link stays one; permissions stay. A signal that ends the process
 * leaves nothing beside the file.
 * @throws the system's error.
 */
export async function writeWhole(file: string, content: string): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const temporary = temporaryBeside(target);
  const before = await stat(target).catch(() => undefined);
  if (before?.isDirectory()) throw Object.assign(new TypeError('a folder stands there'), { code: 'EISDIR' });
  await makeFolder(dirname(target));
  const over = whileStopped(() => rmSync(temporary, { force: true }));
  try {
    await writeFile(temporary, content, { flag: 'wx', ...(before ? { mode: before.mode } : {}) });
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    over();
  }
}
