import { formatLocation, isAssayError, toErrorInfo } from '@assay/schema';

/** What went wrong, in words, with its place. */
export function failureText(error: unknown): string {
  const { message } = toErrorInfo(error);
  return isAssayError(error) && error.location ? `${formatLocation(error.location)}: ${message}` : message;
}
