import { AssayError } from '../assay-error.js';

/** Whether Assay threw it on purpose: it has a code, and `format()` says how to mend it. Whichever copy of Assay made it. */
export function isAssayError(error: unknown): error is AssayError {
  return error instanceof AssayError;
}
