import { lstatSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

/** What stands where a folder belongs. */
export interface Obstacle {
  /** Absolute. */
  readonly path: string;
  /** In words, e.g. `a file`. */
  readonly kind: string;
}

/** Undefined for what is not there, or may not be looked at. */
function quietly(look: () => Stats): Stats | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

/** Undefined for a folder, and for nothing. A link to a folder is as good as one. */
function kindOf(path: string): string | undefined {
  const own = quietly(() => lstatSync(path));
  if (own === undefined || own.isDirectory()) return undefined;
  if (!own.isSymbolicLink()) return 'a file';
  const end = quietly(() => statSync(path));
  if (end === undefined) return 'a link to nothing';
  return end.isDirectory() ? undefined : 'a file';
}

/**
 * What keeps a folder from being there, at its place or above it; undefined where nothing does, as far as one can see.
 * @param folder Absolute.
 */
export function obstacleToFolder(folder: string): Obstacle | undefined {
  for (let path = folder; ; path = dirname(path)) {
    const kind = kindOf(path);
    if (kind !== undefined) return { path, kind };
    if (path === dirname(path)) return undefined;
  }
}
