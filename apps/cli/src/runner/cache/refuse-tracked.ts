import { execFile } from 'node:child_process';
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { UsageError, type ReportDiagnostic } from '@assay/schema';
import type { OptionWords } from '../../options/option-words.js';
import { displayFolder } from '../../files/display-folder.js';
import { errorCode } from '../../files/error-code.js';

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
/**
 * What an entry is read through, from the folder of the cache: its file, or what stands where its folder belongs (a link, a submodule).
 * In large letters too, which are the same file on some systems.
 */
const ENTRY = /^[\da-f]{2}(?:\/[\da-f]{62})?$/imu;

/** A hook of git says which repository it is about; the one that the cache lies in may be another. */
function withoutGitVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')));
}

/**
 * Whether git tracks an entry in a folder. With Node's own `execFile`: each run with a cache asks, many of them start no other program, and what
 * runs programs takes 50 ms to be loaded, where this takes 3.
 * @throws Error where git is not there, or cannot tell.
 */
async function tracksEntries(folder: string): Promise<boolean> {
  const options = { cwd: folder, env: withoutGitVariables(process.env), timeout: MOST_MS, maxBuffer: 2 ** 26, windowsHide: true };
  const { stdout } = await promisify(execFile)('git', [...CAREFULLY, 'ls-files', '--', '.'], options);
  return ENTRY.test(stdout);
}

function isMissing(error: unknown): boolean {
  return errorCode(error) === 'ENOENT';
}

/**
 * Refuses a cache that is part of a repository: whoever clones it would get replies from whoever committed them, unseen. Where git
 * cannot say whether it is, that is a warning.
 * @param folder Absolute.
 * @param words how errors name options.
 * @throws UsageError with the command that takes it out.
 */
export async function refuseTracked(folder: string, cwd: string, announce: ReportDiagnostic, { say }: OptionWords): Promise<void> {
  // Where it is a link, what counts is the repository that it leads into.
  if (!existsSync(folder) || !isInRepository(realpathSync(folder))) return;
  const shown = displayFolder(cwd, folder);
  let tracked: boolean;
  try {
    tracked = await tracksEntries(folder);
  } catch (error) {
    return announce({
      severity: 'warning',
      code: 'cache-unchecked',
      message: `whether git tracks the cache ${shown} is not known: ${isMissing(error) ? 'git was not found' : 'git could not say'}`,
      hint: `replies that somebody committed would be taken from there: install or mend git, or leave ${say('cache')} out`,
    });
  }
  if (!tracked) return;
  throw new UsageError(`git tracks files of the cache in ${shown}: replies would be taken from whoever committed them`, {
    hint: lstatSync(folder).isSymbolicLink()
      ? `replace the link ${shown} by a folder; or leave ${say('cache')} out`
      : `run git rm -r --cached ${shown}, and add .assay/cache/ to .gitignore; or leave ${say('cache')} out`,
  });
}
