import { canonicalHash } from '@assay/schema';

/** 128 bits in hex, as in keys of trials. */
const LENGTH = 32;

/**
 * A digest of what may be compared and not be read: equal values give equal digests under one salt, and unrelated ones under
 * another, so that nobody can tell from digests of two runs what they share. A value that is easily guessed can be guessed
 * from its digest by whoever has the salt: secrets are left out before.
 * @param salt of the run; 16 random bytes or more, as text, or what shards of one run share.
 * @returns 32 hex digits.
 */
export function saltedDigest(salt: string, value: unknown): string {
  return canonicalHash([salt, value]).slice(0, LENGTH);
}
