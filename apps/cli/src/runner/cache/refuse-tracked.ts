import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '@assay/schema';
import { displayFolder } from '../../files/display-folder.js';

const run = promisify(execFile);
/** Reading the names of files takes milliseconds. */
const MOST_MS = 10_000;

function isInRepository(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return true;
    if (at === dirname(at)) return false;
  }
}

/** The first files of a folder that git tracks, as git names them. Without git there are none. */
async function trackedIn(folder: string): Promise<string> {
  // Nothing that the repository configures is run, and nothing of it is written.
  const args = ['-c', 'core.fsmonitor=false', '--no-optional-locks', 'ls-files', '--', '.'];
  try {
    const { stdout } = await run('git', args, { cwd: folder, timeout: MOST_MS, maxBuffer: 2 ** 26, windowsHide: true });
    return stdout.trim();
  } catch {
    return '';
  }
}

/**
 * Refuses a cache that is part of a repository: whoever clones it would get replies from whoever committed them, unseen.
 * @param folder Absolute.
 * @throws UsageError with the command that takes it out.
 */
export async function refuseTracked(folder: string, cwd: string): Promise<void> {
  if (!existsSync(folder) || !isInRepository(folder) || (await trackedIn(folder)) === '') return;
  const shown = displayFolder(cwd, folder);
  throw new UsageError(`git tracks files of the cache in ${shown}: replies would be taken from whoever committed them`, {
    hint: `run git rm -r --cached ${shown}, and add .assay/cache/ to .gitignore; or leave --cache out`,
  });
}
