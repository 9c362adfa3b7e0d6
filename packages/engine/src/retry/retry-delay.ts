import type { ProviderError } from '@assay/schema';
import type { Random } from '../clock/clock.js';

/** Longest wait that a server may ask for before the trial is given up instead, in milliseconds. */
export const MAX_RETRY_AFTER_MS = 5 * 60_000;

const FIRST_DELAY_MS = 500;
const MAX_BACKOFF_MS = 30_000;

/**
 * How long to wait before the next try, in milliseconds, or null when waiting makes no sense.
 *
 * The server's own wish (`Retry-After`) wins; beyond {@link MAX_RETRY_AFTER_MS} there is no next
 * try. Otherwise a random time between 0 and 500 ms · 2^(attempt − 1), at most 30 s: spreading
 * the tries over the whole range ("full jitter") keeps many trials that failed at once from
 * coming back at once.
 * @param attempt the try that failed, counted from 1.
 */
export function retryDelay(
  attempt: number,
  error: Pick<ProviderError, 'retryAfterMs'>,
  { random }: { readonly random: Random },
): number | null {
  const wish = error.retryAfterMs;
  if (wish !== undefined && Number.isFinite(wish) && wish >= 0) return wish > MAX_RETRY_AFTER_MS ? null : wish;
  if (wish === Infinity) return null;
  return random() * Math.min(MAX_BACKOFF_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
}
