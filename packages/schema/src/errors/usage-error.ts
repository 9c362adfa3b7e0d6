import { AssayError } from './assay-error.js';

/** The command line or an API call was used wrongly. Exit code 2. */
export class UsageError extends AssayError {
  readonly code = 'usage';
  override readonly name = 'UsageError';
}
