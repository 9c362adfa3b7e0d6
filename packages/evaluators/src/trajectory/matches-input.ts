import { isJsonObject, type JsonValue } from '@assay/schema';

/**
 * True when a tool's actual input has everything that is expected of it: objects may have more
 * keys than expected, lists must have the same items in the same order, and all else must be equal.
 */
export function matchesInput(expected: JsonValue, actual: JsonValue | undefined): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item: JsonValue, index) => matchesInput(item, actual[index]))
    );
  }
  if (isJsonObject(expected)) {
    return (
      isJsonObject(actual) &&
      Object.entries(expected).every(([key, value]) => Object.hasOwn(actual, key) && matchesInput(value, actual[key]))
    );
  }
  return expected === actual;
}
