import { isError } from '@assay/schema';

/** The error code of the system (`ENOSPC`, …), where the error has one. */
export function systemCode(error: unknown): string | undefined {
  if (!isError(error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
