import { access } from 'node:fs/promises';
import { manifestFile, resultsFile } from './run-files.js';

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** The folder itself if it holds a run (a manifest or results), otherwise undefined. */
export async function findRun(directory: string): Promise<string | undefined> {
  return (await exists(manifestFile(directory))) || (await exists(resultsFile(directory))) ? directory : undefined;
}
