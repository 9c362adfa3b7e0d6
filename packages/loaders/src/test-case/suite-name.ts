import { basename, dirname, relative, sep } from 'node:path';
import { foldersUpward } from '../references/project-root.js';

/** Name of the folder that suites are kept in. */
const SUITES = 'suites';

/**
 * The name of the suite that a folder of test cases is: its path below the nearest folder named
 * `suites` inside the project (`credit_risk`, `credit_risk__eu`), else its own name. So folders of one
 * name in different places are different suites, and keep their names whatever else runs.
 */
export function folderSuiteName(folder: string, projectRoot: string): string {
  const above = foldersUpward(dirname(folder), projectRoot);
  const suites = above.find((path) => basename(path) === SUITES);
  const name = suites === undefined ? basename(folder) : relative(suites, folder).split(sep).join('__');
  return name === '' ? SUITES : name;
}
