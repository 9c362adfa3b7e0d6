/** Replies before anything can be said about how long one takes. */
const ENOUGH = 20;
/** The latest replies count: targets change while a run goes on. */
const LATEST = 1000;

/** How long the replies of a target took. */
export class LatencyRecord {
  readonly #latest: number[] = [];
  #next = 0;
  #usual: number | undefined;
  #unseen = 0;

  add(ms: number): void {
    this.#latest[this.#next] = ms;
    this.#unseen += 1;
    this.#next = (this.#next + 1) % LATEST;
  }

  /** The time, in milliseconds, in which 99 of 100 replies came; undefined before there are enough to say so. */
  get usual(): number | undefined {
    if (this.#latest.length < ENOUGH) return undefined;
    if (this.#usual === undefined || this.#unseen >= ENOUGH) {
      const sorted = Float64Array.from(this.#latest).sort();
      this.#usual = sorted[Math.ceil(0.99 * sorted.length) - 1];
      this.#unseen = 0;
    }
    return this.#usual;
  }
}
