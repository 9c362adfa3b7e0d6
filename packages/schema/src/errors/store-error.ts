import { AssayError } from './assay-error.js';

/** A run folder cannot be written or read. */
export class StoreError extends AssayError {
  readonly code = 'store';
  override readonly name: string = 'StoreError';
}
