import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { realPlace } from '../../files/real-place.js';
import { SETTINGS_FOLDERS } from '../../folders/settings-folders.js';

export interface SettingsFolderOptions {
  readonly cwd: string;
  /** Absolute paths of the suites. */
  readonly suites: readonly string[];
  readonly findProjectRoot: (folder: string) => string | undefined;
}

function hasSettings(root: string | undefined): root is string {
  return root !== undefined && SETTINGS_FOLDERS.some((folder) => existsSync(join(root, folder)));
}

/**
 * The folder whose project gives the settings: the working directory, unless that has none and all
 * suites with a project that has some share it. So a folder of suites runs from above as it does
 * from within. A project that is reached by a link too is one project: the first of its names counts.
 */
export function settingsFolder({ cwd, suites, findProjectRoot }: SettingsFolderOptions): string {
  if (hasSettings(findProjectRoot(cwd))) return cwd;
  const [only = cwd, ...others] = new Set(suites.map((suite) => findProjectRoot(dirname(suite))).filter(hasSettings));
  const place = realPlace(only);
  return others.every((root) => realPlace(root) === place) ? only : cwd;
}
