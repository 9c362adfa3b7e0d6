import type { ProviderError } from '@assay/schema';
import type { Outcome } from '../traffic/limiter.js';

/** What a failed request says of how many its server bears. @param latencyMs how long it was waited for. */
export function outcomeOf({ kind, status, overloaded, retryAfterMs, rateLimits }: ProviderError, latencyMs: number): Outcome {
  // A status is the server's word, and not that it did not come to it.
  if (kind === 'timeout' && status === undefined && !overloaded) return { kind: 'late', latencyMs };
  return overloaded ? { kind: 'refused', waitMs: retryAfterMs, rateLimits } : { kind: 'other', rateLimits };
}
