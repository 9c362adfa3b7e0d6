import { setMaxListeners } from 'node:events';
import type { Clock } from '../clock/clock.js';

/** What a task under a deadline gets. */
export interface Deadline {
  /** Aborts when the time is over or the caller gives up. Made when it is first asked for: most short tasks never do. */
  readonly signal: AbortSignal;
  /** Stops the time while the task waits for work that has a deadline of its own. May be nested. */
  pause(): void;
  /** Ends one {@link Deadline.pause}; the time then starts anew. */
  resume(): void;
  /** Waits for work of others, whose time it is: {@link Deadline.pause} and {@link Deadline.resume} around it. */
  awhile<T>(work: () => Promise<T>): Promise<T>;
  /** Ends the task before its time, with an error to reject with. Nothing when it has settled. */
  end(reason: Error): void;
}

export interface DeadlineOptions {
  /** The caller's signal. */
  readonly signal: AbortSignal;
  /** True when somebody may {@link Deadline.end} it: it then has a signal of its own in any case. */
  readonly endable?: boolean | undefined;
  /** Milliseconds; undefined for no limit. */
  readonly timeoutMs?: number | undefined;
  readonly clock: Clock;
  /** The error to reject with when the time is over. */
  readonly timeoutError: () => Error;
}

function isPromise<T>(value: Promise<T> | T): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/**
 * Runs a task until it settles, its time is over or the caller's signal aborts, whichever is
 * first. Does not wait for a task that ignores its signal, and removes every listener and timer.
 * @throws what the task throws, `timeoutError()`, or the reason of the caller's signal.
 */
export function withDeadline<T>(
  task: (deadline: Deadline) => Promise<T> | T,
  options: DeadlineOptions,
): Promise<T> {
  const { signal: caller, endable = false, timeoutMs, clock, timeoutError } = options;
  return new Promise<T>((resolve, reject) => {
    if (caller.aborted) {
      reject(caller.reason);
      return;
    }
    let controller: AbortController | undefined;
    let given: { readonly reason: unknown } | undefined;
    let open = true;
    let pauses = 0;
    let stopTimer = (): void => undefined;
    const startTimer = (): void => {
      stopTimer();
      if (timeoutMs !== undefined && pauses === 0) stopTimer = clock.timer(timeoutMs, () => giveUp(timeoutError()));
    };
    const settle = (): void => {
      open = false;
      stopTimer();
      caller.removeEventListener('abort', onAbort);
    };
    const giveUp = (reason: unknown): void => {
      settle();
      reject(reason);
      given = { reason };
      controller?.abort(reason);
    };
    const ownSignal = (): AbortSignal => {
      // Without a time-out nobody but the caller can end the task.
      if (timeoutMs === undefined && !endable) return caller;
      if (!controller) {
        controller = new AbortController();
        setMaxListeners(0, controller.signal);
        if (given) controller.abort(given.reason);
      }
      return controller.signal;
    };
    const onAbort = (): void => giveUp(caller.reason);
    const deadline: Deadline = {
      get signal() {
        return ownSignal();
      },
      pause() {
        pauses += 1;
        if (pauses === 1) stopTimer();
      },
      resume() {
        pauses -= 1;
        if (open) startTimer();
      },
      async awhile(work) {
        deadline.pause();
        try {
          return await work();
        } finally {
          deadline.resume();
        }
      },
      end(reason) {
        if (open) giveUp(reason);
      },
    };
    const run = async (): Promise<void> => {
      try {
        let value = task(deadline);
        // Whoever is done at once needs neither.
        if (isPromise(value)) {
          if (caller.aborted) onAbort();
          else caller.addEventListener('abort', onAbort, { once: true });
          if (open) startTimer();
          value = await value;
        }
        settle();
        resolve(value);
      } catch (error) {
        settle();
        reject(error);
      }
    };
    void run();
  });
}
