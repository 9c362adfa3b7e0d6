import { hash } from 'node:crypto';

function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

/** What JSON has no word for: left out of objects, null in arrays. */
function isUnspeakable(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol';
}

/** Written as loops: it runs several times a trial, and closures would be half of its time. */
function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (hasToJson(value)) return canonical(value.toJSON());
  let text = '';
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      text += `${index === 0 ? '' : ','}${canonical(value[index])}`;
    }
    return `[${text}]`;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(fields).sort()) {
    const field = fields[key];
    if (!isUnspeakable(field)) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(field)}`;
  }
  return `{${text}}`;
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
  return hash('sha256', canonical(value), 'hex');
}
