import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '@assay/schema';
import { displayFolder } from '../../files/display-folder.js';

/** Reading the names of files takes milliseconds. */
const MOST_MS = 10_000;

function isInRepository(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return true;
    if (at === dirname(at)) return false;
  }
}

/** Nothing that the repository configures is run, nothing of it is written, and it may belong to somebody else. */
const CAREFULLY = ['-c', 'core.fsmonitor=false', '-c', 'safe.directory=*', '--no-optional-locks'] as const;
/** An entry, from the folder of the cache. */
const ENTRY = /^[\da-f]{2}\/[\da-f]{62}$/mu;

/** A hook of git says which repository it is about; the one that the cache lies in may be another. */
function withoutGitVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')));
}

/** Whether git tracks an entry in a folder. Without git it tracks none. */
async function tracksEntries(folder: string): Promise<boolean> {
  const options = { cwd: folder, env: withoutGitVariables(process.env), timeout: MOST_MS, maxBuffer: 2 ** 26, windowsHide: true };
  try {
    const { stdout } = await promisify(execFile)('git', [...CAREFULLY, 'ls-files', '--', '.'], options);
    return ENTRY.test(stdout);
  } catch {
    return false;
  }
}

/**
 * Refuses a cache that is part of a repository: whoever clones it would get replies from whoever committed them, unseen.
 * @param folder Absolute.
 * @throws UsageError with the command that takes it out.
 */
export async function refuseTracked(folder: string, cwd: string): Promise<void> {
  if (!existsSync(folder) || !isInRepository(folder) || !(await tracksEntries(folder))) return;
  const shown = displayFolder(cwd, folder);
  throw new UsageError(`git tracks files of the cache in ${shown}: replies would be taken from whoever committed them`, {
    hint: `run git rm -r --cached ${shown}, and add .assay/cache/ to .gitignore; or leave --cache out`,
  });
}
