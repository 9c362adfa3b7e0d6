import { lstat } from 'node:fs/promises';
import { manifestFile, resultsFile } from './run-files.js';

/** Whether anything stands there, also a link that leads nowhere, through which a file would be made elsewhere. */
async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}

/** Whether something is written there. A file without a byte is what a run leaves that was killed before it had begun. */
async function holdsResults(file: string): Promise<boolean> {
  return lstat(file).then(
    (found) => !found.isFile() || found.size > 0,
    () => false,
  );
}

/** The folder itself if it holds a run (a manifest, or results with something in them), otherwise undefined. */
export async function findRun(directory: string): Promise<string | undefined> {
  return (await exists(manifestFile(directory))) || (await holdsResults(resultsFile(directory))) ? directory : undefined;
}
