import type { ProviderError } from '@assay/schema';
import type { Outcome } from '../traffic/limiter.js';

/** What a failed request says of how many its server bears. */
export function outcomeOf({ overloaded, retryAfterMs, rateLimits }: ProviderError): Outcome {
  return overloaded ? { kind: 'refused', waitMs: retryAfterMs, rateLimits } : { kind: 'other', rateLimits };
}
