import type { JsonObject } from '@assay/schema';

/**
 * Reads the options of an entry backwards: the lists under these keys in the reverse order, and all else as it is.
 * @returns undefined where none of them has two items.
 */
export const reversedList =
  (...keys: readonly string[]) =>
  (options: JsonObject): JsonObject | undefined => {
    const reversed = keys.flatMap((key) => {
      const list = options[key];
      return Array.isArray(list) && list.length > 1 ? [[key, list.toReversed()] as const] : [];
    });
    return reversed.length === 0 ? undefined : { ...options, ...Object.fromEntries(reversed) };
  };
