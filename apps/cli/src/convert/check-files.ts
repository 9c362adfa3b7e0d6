import { readdir, realpath, stat } from 'node:fs/promises';
import { UsageError, type Suite, type WrittenFile } from '@assay/schema';
import { displayFolder } from '../files/display-folder.js';

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function samePath(a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all([a, b].map((path) => realpath(path).catch(() => path)));
  return first === second;
}

/** Names that a folder has already and that would become part of the same suite. */
async function otherFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => /\.(?:ya?ml|json)$/iu.test(name));
}

export interface CheckFilesOptions {
  readonly suite: Suite;
  readonly files: readonly WrittenFile[];
  /** Absolute. */
  readonly out: string;
  readonly cwd: string;
  readonly force: boolean;
}

/**
 * Sees to it that nothing is written over unasked.
 * @throws UsageError when a file is there, or is the one that is converted.
 */
export async function checkFiles({ suite, files, out, cwd, force }: CheckFilesOptions): Promise<void> {
  const shown = (path: string): string => displayFolder(cwd, path);
  for (const { path } of files) {
    for (const source of suite.sources ?? [suite.file]) {
      if (await samePath(path, source)) {
        throw new UsageError(`${shown(path)} would be written over, and it is what is converted`, { hint: 'name another file or folder with --out' });
      }
    }
    if (!force && (await exists(path))) {
      throw new UsageError(`${shown(path)} is there already`, { hint: 'name another file with --out, or replace it with --force' });
    }
  }
  const isFolder = files.some(({ path }) => path.startsWith(out) && path !== out && /[/\\]/u.test(path[out.length] ?? ''));
  const [other] = isFolder && !force ? await otherFiles(out) : [];
  if (other !== undefined) {
    throw new UsageError(`the folder ${shown(out)} holds files already, such as ${other}, and the new ones would join their suite`, {
      hint: 'name a new folder with --out, or write into this one with --force',
    });
  }
}
