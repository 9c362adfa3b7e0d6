import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Where a path really leads; the path itself where nothing is. */
export function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Where a path really leads, also one that is not there yet. */
export function realPlace(path: string): string {
  if (existsSync(path) || path === dirname(path)) return real(path);
  return join(realPlace(dirname(path)), basename(path));
}
