import { isJsonObject, type JsonValue } from '@assay/schema';

function isSame(expected: JsonValue, actual: JsonValue | undefined): boolean {
  return expected === actual;
}

/**
 * True when a tool's actual input has everything that is expected of it: objects may have more
 * keys than expected, lists must have the same items in the same order, and all else must be equal.
 * @param same What equal means for all else.
 */
export function matchesInput(
  expected: JsonValue,
  actual: JsonValue | undefined,
  same: (expected: JsonValue, actual: JsonValue | undefined) => boolean = isSame,
): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item: JsonValue, index) => matchesInput(item, actual[index], same))
    );
  }
  if (isJsonObject(expected)) {
    return (
      isJsonObject(actual) &&
      Object.entries(expected).every(([key, value]) => Object.hasOwn(actual, key) && matchesInput(value, actual[key], same))
    );
  }
  return same(expected, actual);
}
