import { canonicalJson, type JsonValue } from '@assay/schema';
import type { FuncKeywordDefinition } from 'ajv';

/**
 * `uniqueItems` in a time that grows with the length of the list: the one that comes with the
 * validator compares each item with each other.
 */
export const uniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  error: { message: 'must NOT have duplicate items' },
  compile: (wanted: boolean) => (items: readonly JsonValue[]) =>
    !wanted || items.length < 2 || new Set(items.map((item) => canonicalJson(item))).size === items.length,
};
