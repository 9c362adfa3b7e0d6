import { isJsonObject, type JsonObject } from '@assay/schema';

/** The mapping by which a file is judged: its first document, or of a list the first item that is a mapping. */
export function firstObject([first]: readonly unknown[]): JsonObject | undefined {
  const found: unknown = Array.isArray(first) ? first.find((item) => isJsonObject(item)) : first;
  return isJsonObject(found) ? found : undefined;
}

/** True if a mapping has something under one of these keys. */
export function hasAny(value: JsonObject, keys: readonly string[]): boolean {
  return keys.some((key) => value[key] !== undefined);
}
