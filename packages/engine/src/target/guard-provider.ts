import {
  AssayError,
  ProviderError,
  type GenerateRequest,
  type Provider,
  type ProviderResponse,
} from '@assay/schema';
import { systemClock, type Clock, type Random } from '../clock/clock.js';
import { withDeadline } from '../deadline/with-deadline.js';
import { withRetries, type RetryNotice } from '../retry/with-retries.js';
import { checkResponse } from './check-response.js';
import type { Limiter } from './limiter.js';

export interface GuardOptions {
  /** Tries after the first failed one. Default 3. */
  readonly maxRetries?: number | undefined;
  /** Time for one try, in milliseconds; undefined for no limit. Waiting for a place does not count. */
  readonly timeoutMs?: number | undefined;
  /** Shared by everything that asks this target. */
  readonly limiter?: Limiter | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
}

function asProviderError(error: unknown, target: string, caller: AbortSignal): ProviderError {
  if (caller.aborted) {
    return new ProviderError(`target "${target}": interrupted`, { kind: 'aborted', target, cause: caller.reason });
  }
  if (error instanceof ProviderError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ProviderError(`target "${target}" failed unexpectedly: ${message}`, {
    kind: 'bad_reply',
    target,
    retryable: false,
    cause: error,
    ...(error instanceof AssayError ? { hint: error.hint, location: error.location } : {}),
  });
}

function seconds(ms: number): string {
  return `${Number((ms / 1000).toFixed(3))} s`;
}

/**
 * Wraps a target's adapter once, for all who ask it: a time-out per try that holds even when the
 * adapter ignores its signal, tries after failures that may pass, and at most as many requests at
 * once as the limiter admits. A request keeps its place while it waits for its next try, so that
 * a target which says "slow down" is not asked by others in the meantime.
 *
 * `generate` throws {@link ProviderError} only; `aborted` when the caller's signal ended it.
 */
export function guardProvider(provider: Provider, options: GuardOptions = {}): Provider {
  const { maxRetries, timeoutMs, limiter, clock = systemClock, random, onRetry } = options;
  const { name } = provider;

  const timeoutError = (): ProviderError =>
    new ProviderError(`target "${name}" gave no reply within ${seconds(timeoutMs ?? 0)}`, {
      kind: 'timeout',
      target: name,
      hint: 'raise timeout_seconds of the target if it needs longer',
    });

  const attemptOnce = async (request: GenerateRequest, attempt: number): Promise<ProviderResponse> => {
    const started = clock.now();
    const caller = request.signal;
    try {
      const response = await withDeadline(({ signal }) => provider.generate({ ...request, attempt, signal }), {
        signal: caller,
        timeoutMs,
        clock,
        timeoutError,
      });
      return checkResponse(response, name, Math.max(0, clock.now() - started));
    } catch (error) {
      throw asProviderError(error, name, caller);
    }
  };

  const generate = async (request: GenerateRequest): Promise<ProviderResponse> => {
    const { signal } = request;
    const ask = (): Promise<ProviderResponse> =>
      withRetries((attempt) => attemptOnce(request, attempt), { maxRetries, signal, clock, random, onRetry });
    try {
      return await (limiter ? limiter.run(ask, signal) : ask());
    } catch (error) {
      throw asProviderError(error, name, signal);
    }
  };

  return {
    name,
    provider: provider.provider,
    model: provider.model,
    structuredOutput: provider.structuredOutput,
    free: provider.free,
    generate,
    close: async () => provider.close?.(),
  };
}
