import { StoreError } from './store-error.js';
import { recognizeCopies } from './recognize-copies.js';

/** A row cannot be written as it is: too large, or nested too deep. Nothing was written, and the store takes other rows. */
export class UnstorableRowError extends StoreError {
  static {
    recognizeCopies(this, 'UnstorableRowError');
  }

  override readonly name = 'UnstorableRowError';
}
