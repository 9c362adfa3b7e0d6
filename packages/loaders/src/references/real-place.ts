import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // What is wrong with it is reported where it is read.
    return path;
  }
}

/**
 * Where a file or folder of a project lies, symbolic links followed, so that it has one name however
 * it is reached. What lies outside of the project keeps the place that it is reached by: where it is
 * kept there is no matter of the project's.
 * @param place Absolute.
 * @param root Absolute root of the project.
 */
export function realPlace(place: string, root: string): string {
  const inside = relative(realPath(root), realPath(place));
  return inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside) ? place : join(root, inside);
}
