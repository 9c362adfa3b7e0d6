import { ProviderError, restateProviderError } from '@assay/schema';
import { systemClock, type Clock, type Random } from '../clock/clock.js';
import { MAX_RETRY_AFTER_MS, retryDelay } from './retry-delay.js';

const DEFAULT_MAX_RETRIES = 3;

export interface RetryOptions {
  /** Tries after the first failed one. Whole, ≥ 0, default 3. */
  readonly maxRetries?: number | undefined;
  readonly signal: AbortSignal;
  readonly clock?: Pick<Clock, 'sleep'> | undefined;
  readonly random?: Random | undefined;
  /** Asked after the wait for the next try: whether the failure was none of this request, and counts as no try. Default: it counts. */
  readonly forgives?: ((error: ProviderError) => boolean) | undefined;
}

/**
 * The wait that the server asks for. One that cuts off the parts of a second says 0, as one does whose moment is over when it
 * arrives: neither wants to be asked again at once, which would use up all tries in a moment.
 */
function wishOf({ retryAfterMs }: ProviderError): Pick<ProviderError, 'retryAfterMs'> {
  return { retryAfterMs: retryAfterMs === 0 ? undefined : retryAfterMs };
}

function seconds(ms: number): string {
  return ms === Infinity ? 'an endless time' : `${Math.round(ms / 1000)} s`;
}

/**
 * Runs an operation until it succeeds, fails for good or has used up its tries. Only a
 * {@link ProviderError} with `retryable` is tried again.
 * @param operation gets the number of the try, counted from 1, and whether no other will follow if it fails.
 * @throws the last error; its message says how often it was tried, or that the server asked for a
 * wait that is too long. The signal's reason if it aborts between two tries.
 */
export async function withRetries<T>(
  operation: (attempt: number, last: boolean) => Promise<T>,
  options: RetryOptions,
): Promise<T> {
  const { maxRetries = DEFAULT_MAX_RETRIES, signal, clock = systemClock, random = Math.random, forgives } = options;
  let failed = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await operation(attempt, failed >= maxRetries);
    } catch (error) {
      if (!(error instanceof ProviderError) || !error.retryable || signal.aborted) throw error;
      failed += 1;
      if (failed > maxRetries) {
        throw attempt === 1 ? error : restateProviderError(error, { message: `${error.message} (tried ${attempt} times)` });
      }
      const delayMs = retryDelay(failed, wishOf(error), { random });
      if (delayMs === null) {
        throw restateProviderError(error, {
          message:
            `${error.message} (not tried again: the server asks to wait ${seconds(error.retryAfterMs ?? Infinity)}, ` +
            `more than the ${seconds(MAX_RETRY_AFTER_MS)} that are allowed)`,
        });
      }
      await clock.sleep(delayMs, signal);
      if (forgives?.(error)) failed -= 1;
    }
  }
}
