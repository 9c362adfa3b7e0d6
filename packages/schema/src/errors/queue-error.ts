import { AssayError } from './assay-error.js';
import { recognizeCopies } from './recognize-copies.js';

/** A queue cannot be reached, or does not take what is put into it. What was stored before stays. */
export class QueueError extends AssayError {
  static {
    recognizeCopies(this, 'QueueError');
  }

  readonly code = 'queue';
  override readonly name = 'QueueError';
}
