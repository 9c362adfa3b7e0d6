/** Milliseconds after which the jobs of a worker that says nothing any more are given to others. */
export const LOCK_MS = 4_000;
/** The same at most, for a worker that is held up again and again. */
const MOST_LOCK_MS = 15_000;
/** Whoever was held up for so long may be held up for so many times as long. */
const MARGIN = 3;
/** What is left after a second of how long a worker was held up. */
const LEFT = 0.9;

/**
 * How long others wait for a worker that says nothing: longer for one that was held up lately, be it by rows of many megabytes, by a busy
 * machine or by a slow way to the server. It says something again after that, and others would have asked for its trials once more.
 */
export class LockTime {
  #heldUpMs = 0;

  get ms(): number {
    return Math.round(Math.min(MOST_LOCK_MS, LOCK_MS + MARGIN * this.#heldUpMs));
  }

  /** Called once a second. @param lateMs How much later than it should have been. */
  second(lateMs: number): void {
    this.#heldUpMs = Math.max(lateMs, LEFT * this.#heldUpMs);
  }

  /** The server has taken a sign of life. @param afterMs How long that took. */
  answered(afterMs: number): void {
    this.#heldUpMs = Math.max(afterMs, this.#heldUpMs);
  }
}
