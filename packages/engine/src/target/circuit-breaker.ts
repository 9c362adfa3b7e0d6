import { ProviderError } from '@assay/schema';

/** Requests that fail one after the other until a target is given up. */
export const DEFAULT_BREAK_AFTER = 10;

/** Tries that fail one after the other, whosoever they are, until nobody new asks while others still try. */
const DOUBT_AFTER = 10;
/** A target that has let everybody wait to the end of their time so often, and answered nobody for so long, will not do so any more. */
const SILENT_ROUNDS = 2;
const SILENT_MS = 60_000;
/** So many are enough where fewer and fewer were sent at once meanwhile: one by one, two rounds would take as long as all of them together. */
const SILENT_TRIES = 10;
/** Refusals in a row, and the time without any reply, after which a target is not merely short of places. Longer than any wait that a server may ask for. */
const REFUSING = { tries: 10, ms: 6 * 60_000 };

/** A target that is not asked any more. */
export interface BreakNotice {
  /** Name of the target. */
  readonly target: string;
  /** Requests, or tries of them, in a row that failed. */
  readonly failures: number;
  /** What the last of them failed with. */
  readonly error: ProviderError;
}

export interface BreakerOptions {
  /** Name of the target. */
  readonly target: string;
  /** Asked with every failure: whole, ≥ 1. As many as are sent at once may fail by the same short trouble. */
  readonly breakAfter: () => number;
  /** Milliseconds that a try has; undefined for no end. */
  readonly timeoutMs?: number | undefined;
  /** How often fewer were let through at once since requests timed out. Default: never. */
  readonly narrowed?: (() => number) | undefined;
  /** Milliseconds, as of a clock's `elapsed`. */
  readonly now: () => number;
  /**
   * Milliseconds after which one request is let through to a target that was given up; what it comes to decides for those that come
   * meanwhile. Default: none is.
   */
  readonly reopenAfterMs?: number | undefined;
  /** Told the first time that the target is given up, and of each time after it has answered again. */
  readonly onBreak?: ((notice: BreakNotice) => void) | undefined;
  /** Called when the target begins to fail every try, and when it answers again. */
  readonly onDoubt?: ((doubtful: boolean) => void) | undefined;
}

/** Keeps a target that is down from being asked for every one of thousands of trials. */
export interface CircuitBreaker {
  /**
   * @param by who wants to ask: the request that shows whether a target that was given up is there again does not wait for itself.
   * @returns what to wait for before it is asked again: the end of that request.
   * @throws ProviderError `unavailable` when the target has been given up.
   */
  check(by: object): Promise<void> | undefined;
  succeeded(): void;
  /** A try failed; perhaps another follows. @param by as in {@link CircuitBreaker.check}. */
  tryFailed(error: ProviderError, by: object): void;
  /** A request failed for good. */
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
      // Rows keep it, which people and programs read.
      hint: `${fix}when the target works again, run what is missing (--filter-failed latest, or filterFailed: 'latest' of a program)`,
    },
  );
}

/**
 * Counts the requests of a target that fail in a row, each after its retries. From `breakAfter` on
 * no more is sent; those under way may finish, and one that succeeds opens the way again. A target that answers
 * nobody is given up after two rounds of time-outs, and one that refuses everybody after six minutes, without the retries of
 * all: waits between these grow with every refusal, and are as long as the server likes. Failures
 * that say nothing about the target (an abort, a missing recording, a request that is refused for
 * its content or size) do not count.
 */
export function createCircuitBreaker({ target, breakAfter, reopenAfterMs = Infinity, timeoutMs = Infinity, narrowed = () => 0, now, onBreak, onDoubt }: BreakerOptions): CircuitBreaker {
  let failures = 0;
  let tries = 0;
  let timeouts = 0;
  let failingSince = 0;
  let mostAtOnce = 0;
  let narrowedBefore = 0;
  let refusals = 0;
  let refusingSince = 0;
  let notice: BreakNotice | undefined;
  let told = false;
  let reopensAt = Infinity;
  let probe: { readonly by: object; readonly over: Promise<void>; readonly end: () => void } | undefined;

  function beginProbe(by: object): void {
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
    probe = { by, over, end };
    reopensAt = now() + reopenAfterMs;
  }

  function endProbe(): void {
    probe?.end();
    probe = undefined;
  }

  /** As many as were sent at once since the last reply: fewer are, perhaps, once some of these fail. */
  function round(): number {
    return (mostAtOnce = Math.max(mostAtOnce, breakAfter()));
  }

  /** Whether two rounds of requests waited to the end of their time, in vain. */
  function isSilent(): boolean {
    const silentMs = now() - failingSince;
    if (silentMs < SILENT_MS) return false;
    if (timeouts >= SILENT_ROUNDS * round()) return true;
    return narrowed() > narrowedBefore && timeouts >= SILENT_TRIES && silentMs >= SILENT_ROUNDS * timeoutMs;
  }

  function giveUp(count: number, error: ProviderError): void {
    notice = { target, failures: count, error };
    reopensAt = now() + reopenAfterMs;
    if (told) return;
    told = true;
    onBreak?.(notice);
  }

  return {
    check(by) {
      if (!notice || probe?.by === by) return undefined;
      if (probe) return probe.over;
      if (now() < reopensAt) throw refusal(notice);
      beginProbe(by);
      return undefined;
    },
    succeeded() {
      failures = 0;
      timeouts = 0;
      refusals = 0;
      if (notice && reopenAfterMs < Infinity) told = false;
      notice = undefined;
      endProbe();
      failingSince = now();
      mostAtOnce = 0;
      narrowedBefore = narrowed();
      if (tries >= DOUBT_AFTER) onDoubt?.(false);
      tries = 0;
    },
    tryFailed(error, by) {
      if (probe?.by === by) endProbe();
      if (!isAboutTarget(error)) return;
      if (tries === 0 && failingSince === 0) failingSince = now();
      tries += 1;
      if (tries === DOUBT_AFTER) onDoubt?.(true);
      timeouts = error.kind === 'timeout' ? timeouts + 1 : 0;
      round();
      const silent = isSilent();
      refusals = error.overloaded ? refusals + 1 : 0;
      if (refusals === 1) refusingSince = now();
      const refusing = refusals >= REFUSING.tries && now() - refusingSince >= REFUSING.ms;
      if ((silent || refusing) && !notice) giveUp(silent ? timeouts : refusals, error);
    },
    failed(error) {
      if (!isAboutTarget(error)) return;
      failures += 1;
      if (failures >= round() && !notice) giveUp(failures, error);
    },
  };
}
