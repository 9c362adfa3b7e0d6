import { statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { UsageError } from '@assay/schema';
import { displayFolder } from '../files/display-folder.js';
import { obstacleToFolder } from '../files/obstacle-to-folder.js';
import { writeFailure } from '../files/write-failure.js';

/** Formats that are written alike. */
const kindOf = (file: string): string => extname(file).toLowerCase().replace(/^\.yml$/u, '.yaml');

const HINT = 'name another file with --out';

/** Whether a folder stands there. @throws UsageError for a path that cannot be looked at, e.g. one that is too long: nothing can be written there. */
function isFolder(path: string, out: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (error) {
    throw writeFailure(out, error, HINT);
  }
}

/**
 * Refuses a place where rubrics could not be put, before anybody is paid for them.
 * @param file whose cases they are of
 * @param out where they would be written, as it was named
 * @throws UsageError for a folder, a place below a file or that cannot be looked at, and an ending that says that another format is in the file.
 */
export function checkOut(file: string, out: string, cwd: string): void {
  const path = resolve(cwd, out);
  const obstacle = obstacleToFolder(dirname(path));
  if (obstacle) throw new UsageError(`cannot write ${out}: ${displayFolder(cwd, obstacle.path)} is ${obstacle.kind}, and no folder`, { hint: HINT });
  if (isFolder(path, out)) throw new UsageError(`cannot write ${out}: a folder stands there`, { hint: HINT });
  const [now, then] = [kindOf(file), kindOf(out)];
  if (then !== '' && then !== now) {
    throw new UsageError(`${out}: the rubrics of ${file} are written as ${now.slice(1).toUpperCase()}, and the file would say that it is something else`, { hint: `name a ${now} file with --out; assay convert writes other formats` });
  }
}
