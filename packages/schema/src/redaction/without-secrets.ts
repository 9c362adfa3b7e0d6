import { isJsonObject, type JsonObject, type JsonValue } from '../domain/json.js';
import { isSecretKey } from './secret-names.js';
import { VARIABLE_REFERENCE, hasReference } from './variable-reference.js';

const USER_IN_URL = /^([a-z][a-z\d+.-]*:\/\/)[^/@\s]+@/iu;
const QUERY = /([?&])([^=&#]*)=([^&#$]+)/gu;

const REDACTED = '[redacted]';

/** A URL without its user and without the values of its query that are named like keys. Other texts stay. */
export function urlWithoutSecrets(url: string): string {
  // Each request of a target has the same.
  if (url !== last.url) last = { url, clean: cleanUrl(url) };
  return last.clean;
}

let last = { url: '', clean: '' };

function cleanUrl(url: string): string {
  return url
    .replace(USER_IN_URL, `$1${REDACTED}@`)
    .replaceAll(QUERY, (whole: string, sign: string, name: string) => (isSecretKey(name) ? `${sign}${name}=${REDACTED}` : whole));
}

const SCHEME = /^\s*(?:[A-Za-z]+\s+)?$/u;

/** `Bearer ${KEY}` as it is; what else stands beside a reference may be a part of the secret. */
function withoutLiterals(text: string): string {
  let shown = '';
  let from = 0;
  for (const { 0: reference, index } of text.matchAll(VARIABLE_REFERENCE)) {
    const before = text.slice(from, index);
    shown += `${SCHEME.test(before) ? before : REDACTED}${reference}`;
    from = index + reference.length;
  }
  return `${shown}${text.slice(from).trim() === '' ? '' : REDACTED}`;
}

function clean(value: JsonValue, secret: boolean): JsonValue {
  if (typeof value === 'string') {
    if (!secret) return urlWithoutSecrets(value);
    return hasReference(value) ? withoutLiterals(value) : REDACTED;
  }
  if (Array.isArray(value)) return value.map((item: JsonValue) => clean(item, secret));
  if (isJsonObject(value)) return cleanObject(value, secret);
  return secret && typeof value === 'number' ? REDACTED : value;
}

function cleanObject(value: JsonObject, secret: boolean): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, clean(item, secret || isSecretKey(key))]));
}

/**
 * Options of a target as they may be kept, however short their secrets are: references to the
 * environment (`${KEY}`) stay as written; literal values of keys that hold secrets (`api_key`, an
 * `Authorization` header …) and secrets in URLs do not.
 */
export function withoutSecrets(options: JsonObject): JsonObject {
  return cleanObject(options, false);
}
