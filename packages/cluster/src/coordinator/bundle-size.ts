import { Rate } from '../pace/rate.js';

/** Most trials that travel together: with as many a trial costs an eighth less on its way than with twenty, and with more hardly less. */
const MOST = 32;
/** Most at first, until workers have shown that they have places for them. */
const MOST_AT_FIRST = 20;
/** Trials that travel together take a worker so much time, in seconds: where trials are slow, each travels alone. */
const WORTH_S = 0.5;
/** Into so many parts each worker's share is split while nobody knows how fast trials are. */
const PARTS = 8;
/** Of trials that others follow at once each worker gets so many, until somebody knows how fast they are. */
const SHARE = 8;
/** Trials that have to be done until bundles may become larger by one. */
const EASE = 25;

/**
 * How many trials travel as one job of the queue. Most of what a trial costs on its way is the sending, and the same for many as
 * for one; but who holds many that it has not begun keeps others from doing them.
 */
export class BundleSize {
  readonly #rate: Rate;
  #most = MOST_AT_FIRST;
  #eased = 0;

  constructor(rate = new Rate()) {
    this.#rate = rate;
  }

  /**
   * Whole, ≥ 1.
   * @param waiting Trials that no worker has been told to do.
   * @param workers That are there.
   * @param followed How many are sent now, when nobody knows how many follow at once; else 0. Each worker gets its share of them as one
   *   until somebody knows how fast trials are.
   */
  of(waiting: number, workers: number, followed = 0): number {
    const { perSecond } = this.#rate;
    const shared = Math.max(1, workers);
    const wanted = perSecond === undefined ? Math.max(waiting / (PARTS * shared), Math.ceil(followed / shared)) : (WORTH_S * perSecond) / shared;
    return Math.max(1, Math.min(this.#most, Math.floor(wanted)));
  }

  /** How many that others follow at once are worth a share for each worker: 0 when it is known how fast trials are. @param workers That are there. */
  worthSharing(workers: number): number {
    return this.#rate.perSecond === undefined ? SHARE * Math.max(1, workers) : 0;
  }

  /** Workers do trials from now on: the first ones are done together, and without the time that they took they would seem to be few. */
  begun(): void {
    this.#rate.begin();
  }

  /** Trials are done. */
  done(trials: number): void {
    this.#rate.note(trials);
    if (this.#most >= MOST) return;
    this.#eased += trials;
    if (this.#eased < EASE) return;
    this.#eased = 0;
    this.#most += 1;
  }

  /** A worker gave trials back that it had no place for: it held too many. */
  returned(): void {
    this.#most = Math.max(1, this.#most >> 1);
    this.#eased = 0;
  }
}
