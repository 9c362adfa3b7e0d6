import { AssayError, ProviderError, UsageError } from '@assay/schema';
import { systemClock, type Clock, type Random } from '../clock/clock.js';
import { withDeadline } from '../deadline/with-deadline.js';
import { withRetries, type RetryNotice } from '../retry/with-retries.js';
import { createCircuitBreaker, DEFAULT_BREAK_AFTER, type BreakNotice } from './circuit-breaker.js';
import type { Limiter, Place } from './limiter.js';

/** How a target is asked, whatever it is asked for. */
export interface GuardOptions {
  /** Tries after the first failed one. Default 3. */
  readonly maxRetries?: number | undefined;
  /** Time for one try, in milliseconds; undefined for no limit. Waiting for a place does not count. */
  readonly timeoutMs?: number | undefined;
  /** Shared by everything that asks this target. */
  readonly limiter?: Limiter | undefined;
  /** Requests in a row that fail, each after its retries, until no more are sent. Whole, ≥ 1, default 10. */
  readonly breakAfter?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
  /** Told once, when the target is given up. */
  readonly onBreak?: ((notice: BreakNotice) => void) | undefined;
}

/** One try: its signal, its number (counted from 1), and the milliseconds since it began. */
interface Attempt {
  readonly signal: AbortSignal;
  readonly attempt: number;
  elapsedMs(): number;
  /** Waits for room for what arrives: that is not the target's time. See {@link Place.waitFor} for `giveUp`. */
  waitFor(room: Promise<void>, giveUp: () => void): Promise<void>;
}

interface RequestOptions {
  /** Others hold room for replies and wait for this request. Default false. */
  readonly urgent?: boolean | undefined;
}

/**
 * Runs one request of a target.
 * @throws ProviderError only; `aborted` when the caller's signal ended it, `unavailable` when the
 * target has been given up.
 */
export type RequestGuard = <T>(signal: AbortSignal, send: (attempt: Attempt) => Promise<T>, options?: RequestOptions) => Promise<T>;

type Send<T> = (attempt: Attempt) => Promise<T>;

/** The place of a request that no limiter counts. */
const UNLIMITED: Place = { waitFor: (room) => room };

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
 * What stands between a target and all who ask it: a time-out per try that holds even when the
 * adapter ignores its signal, tries after failures that may pass, at most as many requests at once
 * as the limiter admits, and an end to asking a target that fails every time. A request keeps its
 * place while it waits for its next try, so that a target which says "slow down" is not asked by
 * others in the meantime.
 * @param name the target's.
 * @throws UsageError when `breakAfter` is not a whole number ≥ 1.
 */
export function createRequestGuard(name: string, options: GuardOptions): RequestGuard {
  const { maxRetries, timeoutMs, limiter, clock = systemClock, random, onRetry, onBreak } = options;
  const { breakAfter = DEFAULT_BREAK_AFTER } = options;
  if (!Number.isInteger(breakAfter) || breakAfter < 1) {
    throw new UsageError(`a target cannot be given up after ${breakAfter} failures: it is a whole number from 1`);
  }
  const breaker = createCircuitBreaker({ target: name, breakAfter, onBreak });

  const timeoutError = (): ProviderError =>
    new ProviderError(`target "${name}" gave no reply within ${seconds(timeoutMs ?? 0)}`, {
      kind: 'timeout',
      target: name,
      hint: 'raise timeout_seconds of the target if it needs longer',
    });

  async function attemptOnce<T>(caller: AbortSignal, attempt: number, place: Place, send: Send<T>): Promise<T> {
    const started = clock.elapsed();
    const elapsedMs = (): number => clock.elapsed() - started;
    try {
      return await withDeadline(
        (deadline) => {
          const waitFor = async (room: Promise<void>, giveUp: () => void): Promise<void> => {
            deadline.pause();
            await place.waitFor(room, giveUp).finally(() => deadline.resume());
          };
          return send({ signal: deadline.signal, attempt, elapsedMs, waitFor });
        },
        { signal: caller, timeoutMs, clock, timeoutError },
      );
    } catch (error) {
      throw asProviderError(error, name, caller);
    }
  }

  async function ask<T>(signal: AbortSignal, place: Place, send: Send<T>): Promise<T> {
    breaker.check();
    try {
      const result = await withRetries((attempt) => attemptOnce(signal, attempt, place, send), {
        maxRetries,
        signal,
        clock,
        random,
        onRetry,
      });
      breaker.succeeded();
      return result;
    } catch (error) {
      const failure = asProviderError(error, name, signal);
      breaker.failed(failure);
      throw failure;
    }
  }

  return async (signal, send, { urgent } = {}) => {
    try {
      if (!limiter) return await ask(signal, UNLIMITED, send);
      return await limiter.run((place) => ask(signal, place, send), { signal, urgent });
    } catch (error) {
      throw asProviderError(error, name, signal);
    }
  };
}
