import type { JsonValue } from '@assay/schema';

/** A value as it stands in a text: texts as they are, the rest as JSON. */
export function shownValue(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
