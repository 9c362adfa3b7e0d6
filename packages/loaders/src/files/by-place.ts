import type { Diagnostic } from '@assay/schema';

/** Sorts the findings of one file by where they stand; those without a place stay where they are. */
export function byPlace(a: Diagnostic, b: Diagnostic): number {
  const first = a.location;
  const second = b.location;
  if (!first || !second) return 0;
  return first.line - second.line || first.column - second.column;
}
