const MINUTE_MS = 60_000;

/**
 * Lets so many requests, or tokens, through in any minute: a second's worth at once, the rest evenly. What one takes
 * may be more than there is (it is then let through when the bucket is full), or turn out as another amount. What was
 * taken a minute ago counts no longer, however much a server says that it was: nobody waits for longer than that.
 */
export class MinuteBucket {
  #size = 0;
  #perMs = 0;
  #least = 0;
  #level: number;
  #at: number;

  /** @param perMinute > 0. @param now as of a clock's `elapsed`. */
  constructor(perMinute: number, now: number) {
    this.#at = now;
    this.#level = 0;
    this.allow(perMinute, now);
    this.#level = this.#size;
  }

  /** From now on so much is let through. @param perMinute > 0. */
  allow(perMinute: number, now: number): void {
    this.#fill(now);
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
    return missing <= 1e-9 ? 0 : missing / this.#perMs;
  }

  /** @returns how much less is there now: never more than a minute's worth is owed, and what was not taken can not be given back. */
  take(amount: number, now: number): number {
    this.#fill(now);
    const before = this.#level;
    this.#level = Math.max(this.#least, before - amount);
    return before - this.#level;
  }

  /** What was taken turned out as more (or less) than it was taken for. */
  settle(more: number): void {
    this.#level = Math.max(this.#least, Math.min(this.#size, this.#level - more));
  }

  #fill(now: number): void {
    this.#level = Math.min(this.#size, this.#level + (now - this.#at) * this.#perMs);
    this.#at = now;
  }
}
