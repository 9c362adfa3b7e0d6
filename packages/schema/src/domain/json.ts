/** Any value that JSON can hold. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object. Keys are data: they are never renamed between the wire and TypeScript. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** True for objects that are no arrays and not null. For values that came from JSON or YAML. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
