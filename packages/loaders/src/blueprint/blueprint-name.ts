import { basename, isAbsolute, relative, sep } from 'node:path';

const EXTENSION = /\.(?:ya?ml|json)$/iu;

/** Name of the folder that blueprints are kept in. */
const BLUEPRINTS = 'blueprints';

/** Folders between another folder and a file, and the file; undefined for a file that lies elsewhere. */
function partsBelow(folder: string, file: string): readonly string[] | undefined {
  const path = relative(folder, file);
  return path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path) ? undefined : path.split(sep);
}

/**
 * What a blueprint is called: its path without extension, with `__` between the folders. The path
 * starts below the folder `blueprints` if it leads through one (the outermost of its project; without
 * a project the innermost); otherwise at the root of the project, and without one it is the file's
 * own name. So a name depends on the file alone, and stays the same wherever the project is kept.
 * @param file Absolute.
 * @param projectRoot Absolute; undefined for a file that belongs to no project.
 */
export function blueprintName(file: string, projectRoot: string | undefined): string {
  const inside = projectRoot === undefined ? undefined : partsBelow(projectRoot, file);
  const parts = inside ?? file.split(sep);
  const folders = parts.slice(0, -1);
  const start = inside ? folders.indexOf(BLUEPRINTS) : folders.lastIndexOf(BLUEPRINTS);
  const below = start >= 0 ? parts.slice(start + 1) : (inside ?? [basename(file)]);
  return below.join('__').replace(EXTENSION, '');
}
