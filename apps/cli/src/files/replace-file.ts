import { randomBytes } from 'node:crypto';
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '@assay/engine';
import { writeFailure } from './write-failure.js';

/**
 * Replaces a file, or makes it with the folders above it, so that at any moment it holds the old or
 * the new content whole. A symbolic link stays one; permissions stay.
 * @param shown the file as it is to be named in messages.
 * @throws UsageError when it cannot be written, with the hint.
 */
export async function replaceFile(file: string, shown: string, content: string, { hint = 'name another file with --out' } = {}): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const temporary = `${target}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    const before = await stat(target).catch(() => undefined);
    if (before?.isDirectory()) throw Object.assign(new TypeError('is a folder'), { code: 'EISDIR' });
    await makeFolder(dirname(target));
    await writeFile(temporary, content, { flag: 'wx', ...(before ? { mode: before.mode } : {}) });
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw writeFailure(shown, error, hint);
  }
}
