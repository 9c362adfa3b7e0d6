import { hash } from 'node:crypto';
import { quoted } from './quoted.js';

function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

/** What JSON has no word for: left out of objects, null in arrays. */
function isUnspeakable(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol';
}

/** Up to so many keys are put in order by hand: the general way of sorting takes several times as long, and half of all memory here. */
const FEW_KEYS = 24;

/** The keys of an object by their code units, in place. */
function inOrder(keys: string[]): string[] {
  if (keys.length > FEW_KEYS) return keys.sort();
  for (let end = 1; end < keys.length; end += 1) {
    const key = keys[end] as string;
    let at = end;
    for (; at > 0 && (keys[at - 1] as string) > key; at -= 1) keys[at] = keys[at - 1] as string;
    keys[at] = key;
  }
  return keys;
}

/** Names of fields as they are written, with their colon: the same few come again and again. */
const names = new Map<string, string>();
const MOST_NAMES = 1000;

function nameOf(key: string): string {
  const known = names.get(key);
  if (known !== undefined) return known;
  const name = `${JSON.stringify(key)}:`;
  if (names.size < MOST_NAMES && key.length <= 64) names.set(key, name);
  return name;
}

/** Written as loops: it runs several times a trial, and closures would be half of its time. */
function canonical(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (hasToJson(value)) return canonical(value.toJSON());
  if (Array.isArray(value)) {
    let text = '[';
    for (let index = 0; index < value.length; index += 1) {
      if (index > 0) text += ',';
      text += canonical(value[index]);
    }
    return `${text}]`;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  let text = '{';
  for (const key of inOrder(Object.keys(fields))) {
    const field = fields[key];
    if (isUnspeakable(field)) continue;
    if (text.length > 1) text += ',';
    text += nameOf(key);
    text += canonical(field);
  }
  return `${text}}`;
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
