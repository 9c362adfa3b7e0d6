import type { Clock } from '../clock/clock.js';
import { listenForAbort, SpareSignals, stopListeningForAbort, type Ending } from './spare-signals.js';

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

const nothing = (): void => undefined;

const signals = new SpareSignals();

function isPromise<T>(value: Promise<T> | T): value is Promise<T> {
  return typeof (value as Partial<Promise<T>> | null | undefined)?.then === 'function';
}

/** One task. A class without closures, since every request and every evaluator of a run is one. */
class TimedTask<T> implements Deadline {
  readonly #options: DeadlineOptions;
  #ending: Ending | undefined;
  /** Why it was given up. */
  #given: { readonly reason: unknown } | undefined;
  #reject: (reason: unknown) => void = nothing;
  #open = true;
  #waits = false;
  #pauses = 0;
  #stopTimer = nothing;

  constructor(options: DeadlineOptions) {
    this.#options = options;
  }

  get signal(): AbortSignal {
    const { signal, timeoutMs, endable } = this.#options;
    // Without a time-out nobody but the caller can end the task.
    if (timeoutMs === undefined && endable !== true) return signal;
    if (!this.#ending) {
      this.#ending = signals.take();
      if (this.#given) this.#ending.controller.abort(this.#given.reason);
    }
    return this.#ending.controller.signal;
  }

  pause(): void {
    this.#pauses += 1;
    if (this.#pauses === 1) this.#stopTimer();
  }

  resume(): void {
    this.#pauses -= 1;
    this.#startTimer();
  }

  async awhile<W>(work: () => Promise<W>): Promise<W> {
    this.pause();
    try {
      return await work();
    } finally {
      this.resume();
    }
  }

  end(reason: Error): void {
    if (this.#open) this.#giveUp(reason);
  }

  /** Called when the caller's signal aborts. */
  handleEvent(): void {
    this.#giveUp(this.#options.signal.reason);
  }

  run(task: (deadline: Deadline) => Promise<T> | T): Promise<T> {
    const { signal } = this.#options;
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    let outcome: Promise<T> | T;
    try {
      outcome = task(this);
    } catch (error) {
      this.#settle();
      return Promise.reject(error as Error);
    }
    // What takes no time needs no watch.
    if (!isPromise(outcome) && !this.#given) {
      this.#settle();
      this.#done();
      return Promise.resolve(outcome);
    }
    return this.#watch(Promise.resolve(outcome));
  }

  #watch(outcome: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#reject = reject;
      const { signal } = this.#options;
      if (this.#given) reject(this.#given.reason as Error);
      else if (signal.aborted) this.#giveUp(signal.reason);
      else {
        listenForAbort(signal, this);
        this.#waits = true;
        this.#startTimer();
      }
      void this.#follow(outcome, resolve);
    });
  }

  async #follow(outcome: Promise<T>, resolve: (value: T) => void): Promise<void> {
    try {
      const value = await outcome;
      this.#settle();
      this.#done();
      resolve(value);
    } catch (error) {
      this.#settle();
      this.#reject(error);
    }
  }

  #startTimer(): void {
    const { timeoutMs, clock, timeoutError } = this.#options;
    this.#stopTimer();
    if (timeoutMs === undefined || !this.#open || !this.#waits || this.#pauses > 0) return;
    this.#stopTimer = clock.timer(timeoutMs, () => this.#giveUp(timeoutError()));
  }

  #settle(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#stopTimer();
    if (this.#waits) stopListeningForAbort(this.#options.signal, this);
  }

  /** Nothing is left to be ended. */
  #done(): void {
    if (this.#ending) signals.give(this.#ending);
    this.#ending = undefined;
  }

  #giveUp(reason: unknown): void {
    this.#settle();
    this.#given = { reason };
    this.#reject(reason);
    this.#ending?.controller.abort(reason);
  }
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
  return new TimedTask<T>(options).run(task);
}
