import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '@assay/engine';
import { loadCalibrations, reallyContains } from '@assay/loaders';
import { formatCalibrations, suiteKey, UsageError, type SuiteCalibration } from '@assay/schema';
import { displayFolder } from '../files/display-folder.js';
import { replaceFile } from '../files/replace-file.js';
import { writeFailure } from '../files/write-failure.js';

const HINT = 'make the folder .assay writable';

/** Where a project keeps what is known of its judges, from its root. To be committed. */
const CALIBRATION_FILE = '.assay/calibration.json';

/** What is known of the judges of a project. @throws InvalidFileError */
export async function readCalibrations(projectRoot: string, cwd: string): Promise<readonly SuiteCalibration[]> {
  const file = join(projectRoot, CALIBRATION_FILE);
  try {
    await access(file);
  } catch {
    return [];
  }
  return loadCalibrations(file, cwd);
}

const nameOf = (calibration: SuiteCalibration): string => JSON.stringify([suiteKey(calibration), calibration.judges]);

/** Keeps calibrations, each in place of an earlier one of the same suite and judges. @returns the file as it should be shown */
export async function keepCalibrations(projectRoot: string, cwd: string, found: readonly SuiteCalibration[]): Promise<string> {
  const file = join(projectRoot, CALIBRATION_FILE);
  const shown = displayFolder(cwd, file);
  const replaced = new Set(found.map(nameOf));
  const kept = (await readCalibrations(projectRoot, cwd)).filter((calibration) => !replaced.has(nameOf(calibration)));
  await makeFolder(dirname(file)).catch((error: unknown) => {
    throw writeFailure(shown, error, HINT);
  });
  if (!reallyContains(projectRoot, dirname(file))) throw new UsageError(`${shown} leads out of the project`, { hint: 'remove the link' });
  await replaceFile(file, shown, formatCalibrations([...kept, ...found]), { hint: HINT });
  return shown;
}
