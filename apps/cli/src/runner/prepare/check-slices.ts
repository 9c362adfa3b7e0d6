import { sliceKey } from '@assay/reports';

/**
 * Checks what results are to be summed up by, also where no report does it: a key that cannot be was meant to be another one.
 * @throws UsageError for a key that cannot be.
 */
export function checkSliceKeys(by: readonly string[]): void {
  by.forEach(sliceKey);
}
