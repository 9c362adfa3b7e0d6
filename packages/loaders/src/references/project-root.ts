import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const STRONG_MARKERS = ['.assay', '.agentv', '.git'];
const WEAK_MARKER = 'package.json';

/** A folder and all folders above it, from the inside out. */
export function foldersUpward(start: string, last?: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    folders.push(folder);
    if (folder === last || folder === dirname(folder)) return folders;
  }
}

/**
 * The root of the project that a folder belongs to: the nearest folder upwards with `.assay`,
 * `.agentv` or `.git`; without any, the nearest with `package.json`. (A package inside a larger
 * repository is not a project of its own: the repository's settings hold for it.)
 */
export function findProjectRoot(start: string): string | undefined {
  const folders = foldersUpward(start);
  return (
    folders.find((folder) => STRONG_MARKERS.some((marker) => existsSync(join(folder, marker)))) ??
    folders.find((folder) => existsSync(join(folder, WEAK_MARKER)))
  );
}

/**
 * The folder that the files which a suite names must stay in: the root of its project. Without a
 * project, the working directory when the suite lies in it, else the suite's own folder.
 * @param directory Absolute folder of the suite.
 * @param workingDirectory Absolute.
 */
export function containmentRoot(directory: string, workingDirectory: string): string {
  const root = findProjectRoot(directory);
  if (root !== undefined) return root;
  return foldersUpward(directory).includes(resolve(workingDirectory)) ? resolve(workingDirectory) : directory;
}
