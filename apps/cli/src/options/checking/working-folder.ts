import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { errorText, isError, UsageError } from '@assay/schema';

function hintOf(cwd: string): string {
  if (!cwd.startsWith('file:')) return 'paths start from it, and the project is looked for there; leave it out for the folder of the process';
  try {
    return `it takes a path and no URL: write cwd: ${JSON.stringify(fileURLToPath(cwd))}, or what fileURLToPath() of node:url makes of it`;
  } catch {
    return 'it takes a path and no URL';
  }
}

/**
 * Makes sure that the folder that a program names is there. Otherwise nothing would be found in it, and the error would be about
 * whatever was looked for first.
 * @param cwd undefined for that of the process
 * @param here the folder of the process; undefined when it has been removed
 * @returns the folder that paths start from
 * @throws UsageError
 */
export async function workingFolder(cwd: string | undefined, here: string | undefined): Promise<string> {
  if (cwd === undefined) {
    if (here !== undefined) return here;
    throw new UsageError('the working folder of the process does not exist any more', { hint: 'name another one with cwd, or go to one with process.chdir()' });
  }
  const found = await stat(cwd).catch((error: unknown) => error as NodeJS.ErrnoException);
  if (!isError(found) && found.isDirectory()) return cwd;
  const why = isError(found) ? (found.code === 'ENOENT' ? 'there is none' : errorText(found)) : 'this is no folder';
  throw new UsageError(`cwd must name a folder, and ${JSON.stringify(cwd)} does not: ${why}`, { hint: hintOf(cwd) });
}
