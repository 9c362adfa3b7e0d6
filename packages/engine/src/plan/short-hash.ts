import { hash } from 'node:crypto';
import { canonicalJson } from '@assay/schema';

/** 128 bits in hex: enough that no two of any number of trials ever meet, and half as long in every row. */
const KEY_LENGTH = 32;

/** The same hash of canonical JSON that is written already. */
export function hashOfJson(json: string): string {
  return hash('sha256', json, 'hex').slice(0, KEY_LENGTH);
}

/** The form of a hash that stands in keys of trials and scores. */
export function shortHash(value: unknown): string {
  return hashOfJson(canonicalJson(value));
}

/** Makes canonical JSON of objects that trial after trial shares: of one that comes again it is there already. */
export function repeatedJson(): (value: object) => string {
  let last: { readonly value: object; readonly json: string } | undefined;
  return (value) => {
    if (last?.value !== value) last = { value, json: canonicalJson(value) };
    return last.json;
  };
}

/** Hashes canonical JSON of which trial after trial has the same: of one that comes again the hash is there already. */
export function repeatedHash(): (json: string) => string {
  let last: { readonly json: string; readonly hash: string } | undefined;
  return (json) => {
    if (last?.json !== json) last = { json, hash: hashOfJson(json) };
    return last.hash;
  };
}
