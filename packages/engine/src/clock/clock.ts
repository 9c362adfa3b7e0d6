/** Time as the engine sees it. An argument everywhere, so that waiting can be tested without waiting. */
export interface Clock {
  /**
   * Milliseconds since the epoch, for timestamps. It may jump ahead, since people and machines set
   * clocks, but never goes back: nothing ends before it began.
   */
  now(): number;
  /** Milliseconds since some moment, for durations: it only goes on. */
  elapsed(): number;
  /**
   * Resolves after `ms` milliseconds.
   * @throws the signal's reason as soon as the signal aborts; nothing is left waiting then.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Calls back once after `ms` milliseconds, unless it is cancelled before. Cheaper than a sleep
   * with a signal where most timers never end, as with time-outs.
   * @returns cancels the timer; harmless when it is over.
   */
  timer(ms: number, callback: () => void): () => void;
}

/** Numbers in [0, 1), as `Math.random` gives them. */
export type Random = () => number;

/** Longest time that a timer of the platform can hold, in milliseconds (about 24.8 days). */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

function timer(ms: number, callback: () => void): () => void {
  const handle = setTimeout(callback, Math.min(ms, LONGEST_TIMER_MS));
  return () => clearTimeout(handle);
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = (): void => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = timer(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** How far the time of day is ahead of `performance.now()`, in milliseconds. */
let ahead = -Infinity;

function now(): number {
  const elapsed = performance.now();
  // A clock that is set back is not followed; what passes since then still counts.
  ahead = Math.max(ahead, Date.now() - elapsed);
  return Math.floor(elapsed + ahead);
}

/** The clocks of this machine. */
export const systemClock: Clock = { now, elapsed: () => performance.now(), sleep, timer };
