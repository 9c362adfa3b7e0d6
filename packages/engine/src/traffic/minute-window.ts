/**
 * A minute as its server counts it. What is sent evenly does not arrive evenly, least of all the first requests, which open their
 * connections: two that are a minute apart here may be less there.
 */
const WINDOW_MS = 61_000;

/** What was taken at some time. */
export interface WindowEntry {
  readonly at: number;
  amount: number;
}

/** What was taken in the last minute: with what is taken next it is never more than the rate. */
export class MinuteWindow {
  /** In the order of time. */
  readonly #entries = new Set<WindowEntry>();
  #most: number;
  #sum = 0;

  /** @param most > 0. */
  constructor(most: number) {
    this.#most = most;
  }

  /** From now on so much is let through. @param most > 0. */
  allow(most: number): void {
    this.#most = most;
  }

  /** Milliseconds until so much can be taken; 0 for now. What is more than all of it waits until nothing else is in that minute. */
  waitFor(amount: number, now: number): number {
    this.#forget(now);
    let missing = this.#sum + Math.min(amount, this.#most) - this.#most;
    for (const entry of this.#entries) {
      // Sums of parts of a token are never exact.
      if (missing <= 1e-9) return 0;
      missing -= entry.amount;
      if (missing <= 1e-9) return entry.at + WINDOW_MS - now;
    }
    return 0;
  }

  take(amount: number, now: number): WindowEntry {
    const entry = { at: now, amount: 0 };
    this.#entries.add(entry);
    this.settle(entry, amount);
    return entry;
  }

  /** What was taken turned out as another amount. */
  settle(entry: WindowEntry, amount: number): void {
    if (!this.#entries.has(entry)) return;
    // More than all of it is as much as all of it.
    const counted = Math.min(amount, this.#most);
    this.#sum += counted - entry.amount;
    entry.amount = counted;
  }

  #forget(now: number): void {
    for (const entry of this.#entries) {
      if (entry.at + WINDOW_MS > now) break;
      this.#entries.delete(entry);
      this.#sum -= entry.amount;
    }
    if (this.#entries.size === 0) this.#sum = 0;
  }
}
