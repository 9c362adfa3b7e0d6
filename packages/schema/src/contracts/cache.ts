import type { JsonValue } from '../domain/json.js';

/** Keeps replies and judgements by key (a {@link canonicalHash}). */
export interface Cache {
  get(key: string): Promise<JsonValue | undefined>;
  set(key: string, value: JsonValue): Promise<void>;
}

/** Declares a cache. */
export function defineCache<const T extends Cache>(cache: T): T {
  return cache;
}
