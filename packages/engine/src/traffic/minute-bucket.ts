import { MinuteWindow } from './minute-window.js';

const MINUTE_MS = 60_000;

/** What was taken from a bucket. */
export interface Taken {
  /** It turned out as so much: 0 for what was not sent after all. To be called once. */
  settle(amount: number): void;
}

/**
 * Lets so many requests, or tokens, through in any minute: a second's worth at once, the rest evenly. What one takes
 * may be more than there is (it is then let through when the bucket is full, and the minute has room for it), or turn out as another
 * amount. What was taken a minute ago counts no longer, however much a server says that it was: nobody waits for longer than that.
 */
export class MinuteBucket {
  readonly #window: MinuteWindow;
  #size = 0;
  #perMs = 0;
  #least = 0;
  #level: number;
  #at: number;

  /** @param perMinute > 0. @param now as of a clock's `elapsed`. */
  constructor(perMinute: number, now: number) {
    this.#at = now;
    this.#level = 0;
    this.#window = new MinuteWindow(perMinute);
    this.allow(perMinute, now);
    this.#level = this.#size;
  }

  /** From now on so much is let through. @param perMinute > 0. */
  allow(perMinute: number, now: number): void {
    this.#fill(now);
    this.#window.allow(perMinute);
    this.#size = Math.max(1, Math.round(perMinute / 60));
    // A minute that begins with a full bucket is to have no more either.
    this.#perMs = (perMinute - this.#size + 1) / MINUTE_MS;
    this.#least = -perMinute;
    this.#level = Math.min(this.#size, Math.max(this.#least, this.#level));
  }

  /** Milliseconds until so much can be taken; 0 for now. */
  waitFor(amount: number, now: number): number {
    this.#fill(now);
    const missing = Math.min(amount, this.#size) - this.#level;
    // Sums of parts of a token are never exact.
    return Math.max(missing <= 1e-9 ? 0 : missing / this.#perMs, this.#window.waitFor(amount, now));
  }

  /** Never more than a minute's worth is owed: what was not taken for that cannot be given back. */
  take(amount: number, now: number): Taken {
    this.#fill(now);
    const before = this.#level;
    this.#level = Math.max(this.#least, before - amount);
    const owed = before - this.#level;
    const entry = this.#window.take(amount, now);
    return {
      settle: (really) => {
        this.#level = Math.max(this.#least, Math.min(this.#size, this.#level - (really - owed)));
        this.#window.settle(entry, really);
      },
    };
  }

  #fill(now: number): void {
    this.#level = Math.min(this.#size, this.#level + (now - this.#at) * this.#perMs);
    this.#at = now;
  }
}
