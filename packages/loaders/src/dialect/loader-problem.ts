import { errorText, isAssayError } from '@assay/schema';
import { fileProblem, startOf } from '../files/file-problem.js';

interface Act {
  /** Name of the loader. */
  readonly by: string;
  /** Which of its functions, as `load()`. */
  readonly of: string;
  /** The file, as messages show it. */
  readonly shown: string;
}

/**
 * What a loader threw, as who reads the error has it: what it says of a file on purpose stays so; of anything else nobody could tell
 * where it comes from.
 */
export function loaderProblem(error: unknown, { by, of, shown }: Act): unknown {
  if (isAssayError(error)) return error;
  const hint = `mend ${of} of the loader; for what is wrong with a file it is to throw an InvalidFileError`;
  return Object.assign(fileProblem('invalid-loader', `${of} of the loader "${by}" threw: ${errorText(error)}`, hint, startOf(shown)), { cause: error });
}
