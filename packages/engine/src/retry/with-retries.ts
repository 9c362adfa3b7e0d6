import { ProviderError, restateProviderError } from '@assay/schema';
import { systemClock, type Clock, type Random } from '../clock/clock.js';
import { MAX_RETRY_AFTER_MS, retryDelay } from './retry-delay.js';

export const DEFAULT_MAX_RETRIES = 3;

/** A try that failed and will be followed by another. */
export interface RetryNotice {
  /** The try that failed, counted from 1. */
  readonly attempt: number;
  /** Milliseconds until the next one. */
  readonly delayMs: number;
  readonly error: ProviderError;
}

export interface RetryOptions {
  /** Tries after the first failed one. Whole, ≥ 0, default 3. */
  readonly maxRetries?: number | undefined;
  readonly signal: AbortSignal;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
}

function seconds(ms: number): string {
  return ms === Infinity ? 'an endless time' : `${Math.round(ms / 1000)} s`;
}

/**
 * Runs an operation until it succeeds, fails for good or has used up its tries. Only a
 * {@link ProviderError} with `retryable` is tried again.
 * @param operation gets the number of the try, counted from 1.
 * @throws the last error; its message says how often it was tried, or that the server asked for a
 * wait that is too long. The signal's reason if it aborts between two tries.
 */
export async function withRetries<T>(
  operation: (attempt: number) => Promise<T>,
  options: RetryOptions,
): Promise<T> {
  const { maxRetries = DEFAULT_MAX_RETRIES, signal, clock = systemClock, random = Math.random, onRetry } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await operation(attempt);
    } catch (error) {
      if (!(error instanceof ProviderError) || !error.retryable || signal.aborted) throw error;
      if (attempt > maxRetries) {
        throw attempt === 1 ? error : restateProviderError(error, { message: `${error.message} (tried ${attempt} times)` });
      }
      const delayMs = retryDelay(attempt, error, { random });
      if (delayMs === null) {
        throw restateProviderError(error, {
          message:
            `${error.message} (not tried again: the server asks to wait ${seconds(error.retryAfterMs ?? Infinity)}, ` +
            `more than the ${seconds(MAX_RETRY_AFTER_MS)} that are allowed)`,
        });
      }
      onRetry?.({ attempt, delayMs, error });
      await clock.sleep(delayMs, signal);
    }
  }
}
