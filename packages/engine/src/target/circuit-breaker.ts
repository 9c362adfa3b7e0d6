import { ProviderError } from '@assay/schema';

/** Requests that fail one after the other until a target is given up. */
export const DEFAULT_BREAK_AFTER = 10;

/** A target that is not asked any more. */
export interface BreakNotice {
  /** Name of the target. */
  readonly target: string;
  /** Requests in a row that failed. */
  readonly failures: number;
  /** What the last of them failed with. */
  readonly error: ProviderError;
}

export interface BreakerOptions {
  /** Name of the target. */
  readonly target: string;
  /** Whole, ≥ 1. */
  readonly breakAfter: number;
  /** Told the first time that the target is given up. */
  readonly onBreak?: ((notice: BreakNotice) => void) | undefined;
}

/** Keeps a target that is down from being asked for every one of thousands of trials. */
export interface CircuitBreaker {
  /** @throws ProviderError `unavailable` when the target has been given up. */
  check(): void;
  succeeded(): void;
  failed(error: ProviderError): void;
}

/** Statuses of requests that this one alone was wrong with: its size, or what a filter of the API made of it. */
const ABOUT_THE_REQUEST: ReadonlySet<number | undefined> = new Set([400, 413, 422]);

/** Whether a failure tells something about the target, and not about one request only. */
function isAboutTarget({ kind, status }: ProviderError): boolean {
  if (kind === 'aborted' || kind === 'no_recording' || kind === 'unavailable') return false;
  return kind !== 'bad_request' || !ABOUT_THE_REQUEST.has(status);
}

function refusal({ target, failures, error }: BreakNotice): ProviderError {
  const fix = error.hint === undefined ? '' : `${error.hint}; `;
  return new ProviderError(
    `target "${target}" was not asked: ${failures} requests in a row failed, the last one with: ${error.message}`,
    {
      kind: 'unavailable',
      target,
      retryable: false,
      hint: `${fix}when the target works again, run what is missing with --filter-failed latest`,
    },
  );
}

/**
 * Counts the requests of a target that fail in a row, each after its retries. From `breakAfter` on
 * no more is sent; those under way may finish, and one that succeeds opens the way again. Failures
 * that say nothing about the target (an abort, a missing recording, a request that is refused for
 * its content or size) do not count.
 */
export function createCircuitBreaker({ target, breakAfter, onBreak }: BreakerOptions): CircuitBreaker {
  let failures = 0;
  let notice: BreakNotice | undefined;
  let told = false;
  return {
    check() {
      if (notice) throw refusal(notice);
    },
    succeeded() {
      failures = 0;
      notice = undefined;
    },
    failed(error) {
      if (!isAboutTarget(error)) return;
      failures += 1;
      if (failures < breakAfter || notice) return;
      notice = { target, failures, error };
      if (told) return;
      told = true;
      onBreak?.(notice);
    },
  };
}
