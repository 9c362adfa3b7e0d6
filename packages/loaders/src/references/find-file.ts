import { realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { errorText, type LoadTrust } from '@assay/schema';
import { isNotFound } from '../files/file-problem.js';
import { contains } from './contains.js';
import { foldersUpward } from './project-root.js';

/** Where a reference leads, or why it leads nowhere. */
export type FoundFile =
  | { readonly kind: 'found'; readonly path: string; readonly size: number }
  | { readonly kind: 'missing'; readonly searched: readonly string[] }
  | { readonly kind: 'outside'; readonly reason: 'path' | 'link' }
  /** It stands inside, and may not be read all the same. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'not-a-file' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Places that a reference may mean: beside the dataset first, then in each folder up to the root. */
function candidates(value: string, directory: string, root: string): readonly string[] {
  const folders = contains(root, directory) ? foldersUpward(directory, root) : [directory, root];
  const places = folders.map((folder) => resolve(folder, value));
  if (/^[\\/]/u.test(value)) places.push(join(root, value));
  return [...new Set(places)];
}

export interface FindFileOptions {
  /** Folder of the dataset. */
  readonly directory: string;
  readonly projectRoot: string;
  readonly trust?: Pick<LoadTrust, 'fileRule'> | undefined;
}

async function inspect(path: string, { projectRoot, trust }: FindFileOptions): Promise<FoundFile | undefined> {
  try {
    const real = await realpath(path);
    const root = await realpath(projectRoot);
    if (!contains(root, real)) return { kind: 'outside', reason: 'link' };
    const refusal = trust?.fileRule({ path, real, root: projectRoot });
    if (refusal !== undefined) return { kind: 'refused', reason: refusal };
    const info = await stat(real);
    return info.isFile() ? { kind: 'found', path, size: info.size } : { kind: 'not-a-file' };
  } catch (error) {
    if (isNotFound(error)) return undefined;
    return { kind: 'unreadable', reason: errorText(error) };
  }
}

/**
 * Finds the file that a message refers to. Nothing outside the project root is ever looked at,
 * also not through symbolic links.
 */
export async function findFile(value: string, options: FindFileOptions): Promise<FoundFile> {
  const { directory, projectRoot: root } = options;
  const inside = candidates(value, directory, root).filter((path) => contains(root, path));
  if (inside.length === 0) return { kind: 'outside', reason: 'path' };
  let second: FoundFile | undefined;
  for (const path of inside) {
    const found = await inspect(path, options);
    if (found?.kind === 'found') return found;
    second ??= found;
  }
  return second ?? { kind: 'missing', searched: inside };
}
