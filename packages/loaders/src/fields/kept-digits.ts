import { isJsonObject, losesDigits, type ValuePath } from '@assay/schema';

/** A plain value as it stands in a file. */
type Written = (path: ValuePath) => string | undefined;

const DIGITS = /^-?\d+$/u;

/** Looked at first, without a path to each value: of a million rows hardly one has such a number. */
function losesSome(value: unknown): boolean {
  if (typeof value === 'number') return losesDigits(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(losesSome);
  for (const key in value) if (losesSome((value as Readonly<Record<string, unknown>>)[key])) return true;
  return false;
}

function keep(value: unknown, path: ValuePath, written: Written): unknown {
  if (!losesSome(value)) return value;
  if (Array.isArray(value)) return value.map((item: unknown, index) => keep(item, [...path, index], written));
  if (isJsonObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, keep(item, [...path, key], written)]));
  const digits = written(path)?.replace(/^\+/u, '');
  // `1e308` was not written digit by digit; the plus sign of YAML no number has elsewhere.
  return digits !== undefined && DIGITS.test(digits) && digits !== String(value) ? digits : value;
}

/**
 * A value whose whole numbers that would lose digits (beyond 2^53) are texts with all of them, wherever they stand in it: an order's number in
 * a prompt has to be the one that was written. The same object where there are none.
 * @param path Where the value stands.
 * @param written What was written at a path; a number stays what it is where nobody knows.
 */
export function keptDigits<Value>(value: Value, path: ValuePath, written: Written | undefined): Value {
  return written && losesSome(value) ? (keep(value, path, written) as Value) : value;
}
