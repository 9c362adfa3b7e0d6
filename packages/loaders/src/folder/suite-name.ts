import { basename, dirname, relative, sep } from 'node:path';
import { foldersUpward } from '../references/project-root.js';
import { realPlace } from '../references/real-place.js';

/** Name of the folder that suites are kept in. */
const SUITES = 'suites';

function realFolder(folder: string, projectRoot: string | undefined): string {
  return projectRoot === undefined ? folder : realPlace(folder, projectRoot);
}

/** The nearest folder named `suites` that a folder is in, inside the project; undefined when there is none. */
function suitesAbove(folder: string, projectRoot: string | undefined): string | undefined {
  // The folders that a project is kept in say nothing about it.
  if (folder === projectRoot) return undefined;
  return foldersUpward(dirname(folder), projectRoot).find((path) => basename(path) === SUITES);
}

/** True for a folder named `suites` and those below it: its test cases are its suite however they are named. */
export function isInSuites(folder: string, projectRoot: string | undefined): boolean {
  const place = realFolder(folder, projectRoot);
  return basename(place) === SUITES || suitesAbove(place, projectRoot) !== undefined;
}

/**
 * The name of the suite that a folder of test cases is: its path below the nearest folder named
 * `suites` inside the project (`credit_risk`, `credit_risk__eu`), else its own name. So folders of one
 * name in different places are different suites, and keep their names whatever else runs.
 * @param projectRoot Absolute; undefined for a folder that belongs to no project.
 */
export function folderSuiteName(folder: string, projectRoot: string | undefined): string {
  const place = realFolder(folder, projectRoot);
  const suites = suitesAbove(place, projectRoot);
  const name = suites === undefined ? basename(place) : relative(suites, place).split(sep).join('__');
  return name === '' ? SUITES : name;
}
