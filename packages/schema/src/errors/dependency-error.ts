import { AssayError } from './assay-error.js';
import { recognizeCopies } from './recognize-copies.js';

/** A target was not asked about a case, since one that the case depends on got no reply. */
export class DependencyError extends AssayError {
  static {
    recognizeCopies(this, 'DependencyError');
  }

  readonly code = 'dependency';
  override readonly name = 'DependencyError';
}
