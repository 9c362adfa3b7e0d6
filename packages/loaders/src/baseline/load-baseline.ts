import { decodeBaseline, formatBaseline, InvalidFileError, type Baseline } from '@assay/schema';
import { caseContradictions } from './case-contradictions.js';
import { misplaced, readKeptFile, repeatedKeys } from './load-kept-file.js';

export interface LoadBaselineOptions {
  /** Folder that shown paths are relative to. Default: the working directory. */
  readonly workingDirectory?: string | undefined;
}

const SAVE_AGAIN = 'or delete the file and save the baseline again: assay baseline save';

/**
 * Reads a baseline file.
 * @throws InvalidFileError with every finding and its place, for a file that is no baseline of a
 * version that can be read.
 */
export async function loadBaseline(path: string, { workingDirectory = process.cwd() }: LoadBaselineOptions = {}): Promise<Baseline> {
  const { text, shown, value } = await readKeptFile(path, { workingDirectory, again: SAVE_AGAIN });
  const { baseline, problems } = decodeBaseline(value);
  if (!baseline) throw misplaced({ text, shown, code: 'invalid-baseline', problems });
  const contradictions = caseContradictions(baseline).map((found) => ({ ...found, hint: `put the value right, ${SAVE_AGAIN}` }));
  if (contradictions.length > 0) throw misplaced({ text, shown, code: 'invalid-baseline', problems: contradictions });
  const twice = repeatedKeys({ text, shown, written: formatBaseline(baseline), again: SAVE_AGAIN });
  if (twice.length > 0) throw new InvalidFileError(twice);
  return baseline;
}
