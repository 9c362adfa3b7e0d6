import { InvalidFileError, type Diagnostic, type SourceLocation } from '@assay/schema';

/** Errors about what is asked for and refused. */
const CODE = 'untrusted';

/** A finding about something that is refused. */
export function refusal(message: string, hint: string, location: SourceLocation | undefined): Diagnostic {
  return { severity: 'error', code: CODE, message, hint, location };
}

/** True for an error that says nothing else than that something is refused. */
export function isRefusal(error: unknown): error is InvalidFileError {
  return error instanceof InvalidFileError && error.diagnostics.every(({ code }) => code === CODE);
}
