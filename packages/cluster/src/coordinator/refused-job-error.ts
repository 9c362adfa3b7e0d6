import { AssayError, type ErrorInfo } from '@assay/schema';

/** No worker can do a job: what the last of them said. */
export class RefusedJobError extends AssayError {
  readonly code: string;
  override readonly name = 'RefusedJobError';

  constructor({ code, message, hint }: ErrorInfo) {
    super(message, { hint });
    this.code = code;
  }
}
