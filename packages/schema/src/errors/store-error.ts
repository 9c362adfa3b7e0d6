import { AssayError } from './assay-error.js';
import { recognizeCopies } from './recognize-copies.js';

/** A run folder cannot be written or read. */
export class StoreError extends AssayError {
  static {
    recognizeCopies(this, 'StoreError');
  }

  readonly code = 'store';
  override readonly name: string = 'StoreError';
}
