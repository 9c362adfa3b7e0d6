import { isJsonObject, type JsonValue } from '@assay/schema';

/** What it takes for two values that are neither objects nor lists to be equal. */
type SameValue = (expected: JsonValue, actual: JsonValue | undefined) => boolean;

export interface InputComparison {
  /** Default: identity. */
  readonly same?: SameValue | undefined;
  /**
   * What a list must have: `all`, the same items and no others (default); or `some`, the expected
   * items in their order, each as an item of its own, others before, between and after them or not.
   */
  readonly lists?: 'all' | 'some' | undefined;
}

/** Each expected item takes the first one left that fits: what is left for the others is never less. */
function hasInOrder(expected: readonly JsonValue[], actual: readonly JsonValue[], comparison: InputComparison): boolean {
  let met = 0;
  for (const item of actual) {
    const wanted = expected[met];
    if (wanted === undefined) break;
    if (matchesInput(wanted, item, comparison)) met += 1;
  }
  return met === expected.length;
}

function matchesList(expected: readonly JsonValue[], actual: JsonValue | undefined, comparison: InputComparison): boolean {
  if (!Array.isArray(actual)) return false;
  const items: readonly JsonValue[] = actual;
  if (comparison.lists === 'some') return hasInOrder(expected, items, comparison);
  return items.length === expected.length && expected.every((item, index) => matchesInput(item, items[index], comparison));
}

/**
 * True when a tool's actual input has everything that is expected of it: objects may have more
 * keys than expected, and all that is neither object nor list must be equal.
 */
export function matchesInput(expected: JsonValue, actual: JsonValue | undefined, comparison: InputComparison = {}): boolean {
  if (Array.isArray(expected)) return matchesList(expected as readonly JsonValue[], actual, comparison);
  if (isJsonObject(expected)) {
    return (
      isJsonObject(actual) &&
      Object.entries(expected).every(([key, value]) => Object.hasOwn(actual, key) && matchesInput(value, actual[key], comparison))
    );
  }
  return comparison.same ? comparison.same(expected, actual) : expected === actual;
}
