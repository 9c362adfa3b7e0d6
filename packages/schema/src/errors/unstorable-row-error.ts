import { StoreError } from './store-error.js';

/** A row cannot be written as it is: too large, or nested too deep. Nothing was written, and the store takes other rows. */
export class UnstorableRowError extends StoreError {
  override readonly name = 'UnstorableRowError';
}
