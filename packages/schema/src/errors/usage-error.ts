import { AssayError } from './assay-error.js';
import { recognizeCopies } from './recognize-copies.js';

/** The command line or an API call was used wrongly. Exit code 2. */
export class UsageError extends AssayError {
  static {
    recognizeCopies(this, 'UsageError');
  }

  readonly code = 'usage';
  override readonly name = 'UsageError';
}
