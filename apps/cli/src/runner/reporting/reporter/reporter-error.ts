import { AssayError } from '@assay/schema';

/** A reporter did not do in time what it was to do. */
export class ReporterError extends AssayError {
  readonly code = 'reporter';
  override readonly name = 'ReporterError';
}
