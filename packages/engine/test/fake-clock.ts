import type { Clock } from '../src/index.js';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** A clock that stands still until it is moved. */
export class FakeClock implements Clock {
  /** Every sleep that was asked for, in milliseconds. */
  readonly slept: number[] = [];
  readonly #sleepers = new Set<Sleeper>();
  #now = Date.UTC(2026, 0, 1);
  #set = 0;

  now(): number {
    return this.#now + this.#set;
  }

  elapsed(): number {
    return this.#now;
  }

  /** Sets the clock on the wall forward, or back; no time passes. */
  set(ms: number): void {
    this.#set += ms;
  }

  /** Sleeps and timers that are still going on. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.slept.push(ms);
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = (): void => {
        cancel();
        reject(signal?.reason);
      };
      const cancel = this.timer(ms, () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      });
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  timer(ms: number, callback: () => void): () => void {
    const sleeper: Sleeper = { at: this.#now + ms, wake: callback };
    this.#sleepers.add(sleeper);
    return () => void this.#sleepers.delete(sleeper);
  }

  /** Moves the time, wakes who is due, and lets everything that follows from it happen. */
  async advance(ms: number): Promise<void> {
    this.#now += ms;
    for (const sleeper of [...this.#sleepers].toSorted((a, b) => a.at - b.at)) {
      if (sleeper.at <= this.#now && this.#sleepers.delete(sleeper)) sleeper.wake();
    }
    await settled();
  }
}

/** Resolves when all work that is ready to go on has gone on. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve));
  });
}
