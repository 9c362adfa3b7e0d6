import { dirname, relative, sep } from 'node:path';
import { findProjectRoot } from './project-root.js';
import { realPlace } from './real-place.js';

export interface ProjectPathOptions {
  /** Root of the project, where it is known. Default: the one that the place belongs to. */
  readonly projectRoot?: string | undefined;
  /** Absolute. */
  readonly workingDirectory: string;
}

/**
 * The path of a file or folder from the root of its project, with slashes. It depends on the place
 * alone, however that is reached ({@link realPlace}), and stays the same wherever the project is kept;
 * without a project it starts at the one that is worked in, or at the working directory.
 * @param place Absolute.
 * @param folder The folder whose project counts. Default: the one that the place is in.
 */
export function projectPath(place: string, options: ProjectPathOptions, folder = dirname(place)): string {
  const { projectRoot, workingDirectory } = options;
  const root = projectRoot ?? findProjectRoot(folder) ?? findProjectRoot(workingDirectory) ?? workingDirectory;
  return relative(root, realPlace(place, root)).split(sep).join('/') || '.';
}
