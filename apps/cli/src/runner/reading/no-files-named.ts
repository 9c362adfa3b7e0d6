import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '@assay/schema';

/** The folder that `assay init` writes, which most projects have. */
const USUAL_FOLDER = 'evals';

/**
 * What is said to whoever names no eval file.
 * @param orElse what would do as well, as the end of a sentence.
 */
export function noFilesNamed(cwd: string, orElse?: string): UsageError {
  const such = existsSync(join(cwd, USUAL_FOLDER)) ? `, such as ${USUAL_FOLDER}` : '';
  return new UsageError('no eval file is named', { hint: `name files, folders or globs${such}${orElse === undefined ? '' : `, or ${orElse}`}` });
}
