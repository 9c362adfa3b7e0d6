import assert from 'node:assert/strict';

function dropUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropUndefined);
  if (typeof value !== 'object' || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .map(([key, field]) => [key, dropUndefined(field)]),
  );
}

/** Fails unless the value survives JSON: rows, caches and queues keep it in that form. */
export function assertPlainJson(value: unknown, what: string): void {
  assert.deepEqual(JSON.parse(JSON.stringify(value)), dropUndefined(value), `${what} does not survive JSON`);
}
