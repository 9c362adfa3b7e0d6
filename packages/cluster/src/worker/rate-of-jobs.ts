/** Most jobs that are on their way to a worker at once. */
const MOST_AHEAD = 8;
/** What a worker does in this time may be on its way to it: whoever waits for slow trials holds none that others could do. */
const AHEAD_MS = 50;
/** Rows over which the rate is taken. */
const OVER = 20;

/** How fast a worker does jobs, and so how many may be on their way to it. */
export class RateOfJobs {
  readonly #done: number[] = [];

  /** A row is done. @param now milliseconds, as of `performance.now()`. */
  note(now: number = performance.now()): void {
    this.#done.push(now);
    if (this.#done.length > OVER) this.#done.shift();
  }

  /** Jobs that may be on their way now, from 1 on. */
  get ahead(): number {
    const [first] = this.#done;
    if (first === undefined || this.#done.length < OVER) return 1;
    const each = (performance.now() - first) / OVER;
    return Math.min(MOST_AHEAD, 1 + Math.floor(AHEAD_MS / Math.max(each, 0.001)));
  }
}
