import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { isNotFound } from '../files/file-problem.js';
import { foldersUpward } from './project-root.js';

/** Where a reference leads, or why it leads nowhere. */
export type FoundFile =
  | { readonly kind: 'found'; readonly path: string; readonly size: number }
  | { readonly kind: 'missing'; readonly searched: readonly string[] }
  | { readonly kind: 'outside'; readonly reason: 'path' | 'link' }
  | { readonly kind: 'not-a-file' }
  | { readonly kind: 'unreadable'; readonly reason: string };

function contains(root: string, path: string): boolean {
  const inside = relative(root, path);
  return inside === '' || (!isAbsolute(inside) && inside.split(/[\\/]/u, 1)[0] !== '..');
}

/** Places that a reference may mean: beside the dataset first, then in each folder up to the root. */
function candidates(value: string, directory: string, root: string): readonly string[] {
  const folders = contains(root, directory) ? foldersUpward(directory, root) : [directory, root];
  const places = folders.map((folder) => resolve(folder, value));
  if (/^[\\/]/u.test(value)) places.push(join(root, value));
  return [...new Set(places)];
}

async function inspect(path: string, root: string): Promise<FoundFile | undefined> {
  try {
    const real = await realpath(path);
    if (!contains(await realpath(root), real)) return { kind: 'outside', reason: 'link' };
    const info = await stat(real);
    return info.isFile() ? { kind: 'found', path, size: info.size } : { kind: 'not-a-file' };
  } catch (error) {
    if (isNotFound(error)) return undefined;
    return { kind: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Finds the file that a message refers to. Nothing outside the project root is ever looked at,
 * also not through symbolic links.
 */
export async function findFile(value: string, directory: string, root: string): Promise<FoundFile> {
  const inside = candidates(value, directory, root).filter((path) => contains(root, path));
  if (inside.length === 0) return { kind: 'outside', reason: 'path' };
  let second: FoundFile | undefined;
  for (const path of inside) {
    const found = await inspect(path, root);
    if (found?.kind === 'found') return found;
    second ??= found;
  }
  return second ?? { kind: 'missing', searched: inside };
}
