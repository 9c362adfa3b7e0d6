import { isAbsolute, relative, sep } from 'node:path';

const EXTENSION = /\.(?:ya?ml|json)$/iu;

/** Folders between another folder and a file, and the file; undefined for a file that lies elsewhere. */
function partsBelow(folder: string, file: string): readonly string[] | undefined {
  const path = relative(folder, file);
  return path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path) ? undefined : path.split(sep);
}

/**
 * What a blueprint is called: its path without extension, with `__` between the folders. The path
 * starts below the folder `blueprints` if it leads through one (the outermost in the working
 * directory, else the innermost); otherwise below the working directory, or for files elsewhere
 * below the project. So a name stays the same wherever the project is kept.
 * @param file Absolute.
 */
export function blueprintName(file: string, place: { readonly workingDirectory: string; readonly projectRoot: string }): string {
  const inside = partsBelow(place.workingDirectory, file);
  const parts = inside ?? file.split(sep);
  const folders = parts.slice(0, -1);
  const start = inside ? folders.indexOf('blueprints') : folders.lastIndexOf('blueprints');
  const below = start >= 0 ? parts.slice(start + 1) : (inside ?? partsBelow(place.projectRoot, file) ?? parts.slice(-1));
  return below.join('__').replace(EXTENSION, '');
}
