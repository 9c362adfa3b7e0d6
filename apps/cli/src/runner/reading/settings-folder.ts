import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
 * from within.
 */
export function settingsFolder({ cwd, suites, findProjectRoot }: SettingsFolderOptions): string {
  if (hasSettings(findProjectRoot(cwd))) return cwd;
  const roots = new Set(suites.map((suite) => findProjectRoot(dirname(suite))).filter(hasSettings));
  const [only = cwd] = roots;
  return roots.size === 1 ? only : cwd;
}
