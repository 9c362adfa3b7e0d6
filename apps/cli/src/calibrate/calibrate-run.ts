import { findProjectRoot } from '@assay/loaders';
import { UsageError } from '@assay/schema';
import { displayFolder } from '../files/display-folder.js';
import { runsFolder } from '../folders/runs-folder.js';
import { findRunFolder } from '../runs/find-run-folder.js';
import { tornLineNote } from '../runs/torn-line-note.js';
import { calibrateFolder } from './calibrate-folder.js';

/**
 * Compares the scores of a run with what people said of its replies.
 * @param run a run folder, a run id, or `latest`
 * @throws UsageError when there is no such run, or it has no results; StoreError, InvalidFileError.
 */
export async function calibrateRun(run: string, cwd: string) {
  const projectRoot = findProjectRoot(cwd) ?? cwd;
  const folder = await findRunFolder({ run, cwd, runsFolder: runsFolder(projectRoot) });
  const found = await calibrateFolder({ folder, projectRoot, cwd, onTornLine: tornLineNote(cwd) });
  if (!found) throw new UsageError(`the run ${displayFolder(cwd, folder)} has no results`, { hint: 'run the evals again, or name another run (assay list runs)' });
  return { projectRoot, ...found };
}
