import { canonicalJson, losesDigits } from '@assay/schema';

/** Whole numbers beyond 2^53 that were written some other way than digit by digit (`1e21`), as texts with their digits. */
function spelledOut(value: unknown): unknown {
  if (typeof value === 'number') return losesDigits(value) ? String(BigInt(value)) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(spelledOut);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, spelledOut(item)]));
}

/**
 * Whether two values are the same JSON, whatever the order of keys. Large whole numbers are texts where they were written digit by digit;
 * one that was not (`1e21`) is the same as the one with its digits.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  // Few differ, and of these few have such numbers.
  return canonicalJson(one) === canonicalJson(other) || canonicalJson(spelledOut(one)) === canonicalJson(spelledOut(other));
}
