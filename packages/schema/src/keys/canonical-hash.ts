import { createHash } from 'node:crypto';

function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

/** What JSON has no word for: left out of objects, null in arrays. */
function isUnspeakable(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol';
}

function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (hasToJson(value)) return canonical(value.toJSON());
  if (Array.isArray(value)) return `[${Array.from(value, canonical).join(',')}]`;
  const fields = Object.entries(value)
    .filter(([, field]) => !isUnspeakable(field))
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`);
  return `{${fields.join(',')}}`;
}

/**
 * JSON with sorted keys and without undefined fields: values that JSON cannot tell apart give equal
 * text, all others different text. For plain data; a Map or Set has no fields and equals `{}`.
 */
export function canonicalJson(value: unknown): string {
  return canonical(value);
}

/** SHA-256 of the canonical JSON, in hex. The one hash that keys of trials, scores and caches use. */
export function canonicalHash(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex');
}
