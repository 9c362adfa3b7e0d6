import { isError } from '@assay/schema';

/** The system's code of an error (`ENOENT`, …), where it has one. */
export function errorCode(error: unknown): string | undefined {
  return isError(error) && 'code' in error ? String(error.code) : undefined;
}
