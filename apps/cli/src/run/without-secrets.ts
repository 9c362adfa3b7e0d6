import { isJsonObject, type JsonObject, type JsonValue } from '@assay/schema';

const SECRET_KEY = /key|token|secret|password|passwd|authorization|credential|cookie|signature/iu;
/** Counts of tokens and caches of prompts are named alike and hide nothing. */
const HARMLESS_KEY = /^(?:max|min|num)_?\w*tokens?$|tokens?_(?:limit|budget|count)$|^prompt_cache/iu;
const REFERENCE = /\$\{/u;
const USER_IN_URL = /^([a-z][a-z\d+.-]*:\/\/)[^/@\s]+@/iu;
const SECRET_IN_QUERY = /([?&][^=&#]*(?:key|token|secret|password|sig)[^=&#]*=)[^&#$]+/giu;

const REDACTED = '[redacted]';

function clean(value: JsonValue, secret: boolean): JsonValue {
  if (typeof value === 'string') {
    if (secret) return REFERENCE.test(value) ? value : REDACTED;
    return value.replace(USER_IN_URL, `$1${REDACTED}@`).replaceAll(SECRET_IN_QUERY, `$1${REDACTED}`);
  }
  if (Array.isArray(value)) return value.map((item: JsonValue) => clean(item, secret));
  if (isJsonObject(value)) return cleanObject(value, secret);
  return secret && typeof value === 'number' ? REDACTED : value;
}

function cleanObject(value: JsonObject, secret: boolean): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      clean(item, secret || (SECRET_KEY.test(key) && !HARMLESS_KEY.test(key))),
    ]),
  );
}

/**
 * Options of a target as they may be kept: references to the environment (`${KEY}`) stay as
 * written; literal values of keys that hold secrets (`api_key`, an `Authorization` header …) and
 * secrets in URLs do not.
 */
export function withoutSecrets(options: JsonObject): JsonObject {
  return cleanObject(options, false);
}
