import { canonicalHash } from '@assay/schema';

/** 128 bits in hex: enough that no two of any number of trials ever meet, and half as long in every row. */
const KEY_LENGTH = 32;

/** The form of a hash that stands in keys of trials and scores. */
export function shortHash(value: unknown): string {
  return canonicalHash(value).slice(0, KEY_LENGTH);
}
