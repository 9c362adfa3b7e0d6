import { relative } from 'node:path';

/** A folder as it should be shown: relative where it is below the working directory. */
export function displayFolder(cwd: string, folder: string): string {
  const path = relative(cwd, folder);
  return path !== '' && !path.startsWith('..') ? path : folder;
}
