import { realpathSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';

/** True for a folder itself and what is in it, by their paths alone. */
export function contains(root: string, path: string): boolean {
  const inside = relative(root, path);
  return inside === '' || (!isAbsolute(inside) && inside.split(/[\\/]/u, 1)[0] !== '..');
}

/** True for a file that is inside a folder when all symbolic links are followed; false also for one that is not there. */
export function reallyContains(root: string, path: string): boolean {
  try {
    return contains(realpathSync(root), realpathSync(path));
  } catch {
    return false;
  }
}
