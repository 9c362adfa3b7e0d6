import { Rate } from '../pace/rate.js';

/** Until something is known. */
const FIRST = 4;
/** Most. */
const MOST = 40;
/** Trials of so many seconds. */
const WORTH_S = 0.5;

/** How many trials a worker holds besides those that it has begun: few where they are slow, since others could do them. */
export class HeldAhead {
  readonly #rate: Rate;

  constructor(rate = new Rate()) {
    this.#rate = rate;
  }

  /** A trial was done. */
  done(): void {
    this.#rate.note();
  }

  /** Whole, from 1 on. */
  get most(): number {
    const { perSecond } = this.#rate;
    return perSecond === undefined ? FIRST : Math.max(1, Math.min(MOST, Math.ceil(WORTH_S * perSecond)));
  }
}
