import { Rate } from '../pace/rate.js';

/** Until one is done. */
const FIRST = 4;
/** Most. */
const MOST = 40;
/** Trials of so many seconds. */
const WORTH_S = 0.5;

/** How many trials a worker holds besides those that it has begun: few where they are slow, since others could do them. */
export class HeldAhead {
  readonly #now: () => number;
  readonly #rate: Rate;
  /** When the first one was begun. */
  #since: number | undefined;
  #begun = 0;
  #isOneDone = false;

  /** @param now Milliseconds on a clock that only goes forward. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#rate = new Rate(now);
  }

  /** A trial was begun. */
  begun(): void {
    this.#since ??= this.#now();
    this.#begun += 1;
  }

  /** A trial was done. */
  done(): void {
    this.#isOneDone = true;
    this.#rate.note();
  }

  /** How many are done in a second. Before that is counted, as many as were begun in all the time: the first come to their end together. */
  get #perSecond(): number | undefined {
    if (this.#rate.perSecond !== undefined || !this.#isOneDone || this.#since === undefined) return this.#rate.perSecond;
    return (1000 * this.#begun) / Math.max(1, this.#now() - this.#since);
  }

  /** Whole, from 1 on. */
  get most(): number {
    const perSecond = this.#perSecond;
    return perSecond === undefined ? FIRST : Math.max(1, Math.min(MOST, Math.ceil(WORTH_S * perSecond)));
  }
}
