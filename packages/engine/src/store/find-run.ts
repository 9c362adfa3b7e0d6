import { lstat } from 'node:fs/promises';
import { manifestFile, resultsFile } from './run-files.js';

/** Whether anything stands there, also a link that leads nowhere, through which a file would be made elsewhere. */
async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}

/** The folder itself if it holds a run (a manifest or results), otherwise undefined. */
export async function findRun(directory: string): Promise<string | undefined> {
  return (await exists(manifestFile(directory))) || (await exists(resultsFile(directory))) ? directory : undefined;
}
