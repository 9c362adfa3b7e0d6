import { AssayError } from '@assay/schema';

/** A job was planned with something else than this checkout and these settings have. The message names it. */
export class DifferenceError extends AssayError {
  readonly code = 'difference';
  override readonly name = 'DifferenceError';
}
