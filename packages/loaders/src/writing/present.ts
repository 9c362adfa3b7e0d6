import type { JsonObject, JsonValue } from '@assay/schema';

/** Leaves out what is not there. */
export function present(entry: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(entry).filter((field): field is [string, JsonValue] => field[1] !== undefined));
}
