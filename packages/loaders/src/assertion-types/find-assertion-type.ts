import type { AssertionType } from './assertion-type.js';
import { ASSERTION_TYPES } from './assertion-types.js';

/** A type with what turns it around taken off. @param negate Whether it is turned around besides. */
export function splitType(written: string, negate: boolean): { readonly type: string; readonly negated: boolean } {
  const bare = /^not[-_](?<type>.+)$/u.exec(written)?.groups?.['type'];
  return { type: bare ?? written, negated: (bare !== undefined) !== negate };
}

/** The line of the table for a type, which may have `_` for `-`. Undefined when the table has none. */
export function findAssertionType(type: string): AssertionType | undefined {
  const dashed = type.replaceAll('_', '-');
  return Object.hasOwn(ASSERTION_TYPES, dashed) ? ASSERTION_TYPES[dashed] : undefined;
}
