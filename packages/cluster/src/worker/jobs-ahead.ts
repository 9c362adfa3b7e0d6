/** Most jobs that are on their way to a worker at once, so that its places do not stand empty while the queue is asked. */
const MOST = 8;
/** Until something is known. */
const FIRST = 4;
/** Milliseconds that jobs take on average from which none is held ahead: others could do it meanwhile. */
const SLOW_MS = 10_000;
/** Share of the last job in the average. */
const WEIGHT = 0.1;

/** How many jobs may be on their way to a worker: few where jobs are slow, so that it holds none that others could do. */
export class JobsAhead {
  #averageMs: number | undefined;

  /** A job was done. @param ms from when it was taken, in milliseconds. */
  done(ms: number): void {
    this.#averageMs = this.#averageMs === undefined ? ms : this.#averageMs + WEIGHT * (ms - this.#averageMs);
  }

  /** From 1 on. */
  get most(): number {
    if (this.#averageMs === undefined) return FIRST;
    return this.#averageMs < SLOW_MS ? MOST : 1;
  }
}
