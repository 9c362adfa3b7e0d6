import { decodeCalibrations, formatCalibrations, InvalidFileError, type SuiteCalibration } from '@assay/schema';
import { misplaced, readKeptFile, repeatedKeys } from './load-kept-file.js';

const SAVE_AGAIN = 'or delete the file and write it again: assay calibrate RUN --save';

/**
 * Reads a file of calibrations.
 * @param workingDirectory shown paths are relative to it.
 * @throws InvalidFileError with every finding and its place.
 */
export async function loadCalibrations(path: string, workingDirectory: string): Promise<readonly SuiteCalibration[]> {
  const { text, shown, value } = await readKeptFile(path, { workingDirectory, again: SAVE_AGAIN });
  const read = decodeCalibrations(value);
  if ('problems' in read) throw misplaced({ text, shown, code: 'invalid-calibration', problems: read.problems });
  const twice = repeatedKeys({ text, shown, written: formatCalibrations(read.suites), again: SAVE_AGAIN });
  if (twice.length > 0) throw new InvalidFileError(twice);
  return read.suites;
}
