/** Milliseconds that are counted together, at least. */
const WINDOW_MS = 500;

/** How often something happens, as of late. */
export class Rate {
  readonly #now: () => number;
  /** The beginning of the time that is counted. */
  #since: number | undefined;
  /** When that time may end. */
  #until = Infinity;
  #count = 0;
  #last: number | undefined;

  /** @param now Milliseconds on a clock that only goes forward. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** What is counted is under way from now on, unless it is already: the first ones took until they come, and others come with them. */
  begin(): void {
    this.#since ??= this.#now();
  }

  /** It happened, so often at once. */
  note(count = 1): void {
    if (this.#until === Infinity) this.#until = this.#now() + WINDOW_MS;
    // What came before this moment has no time to be divided by, unless it is known when it began.
    if (this.#since === undefined) this.#since = this.#now();
    else this.#count += count;
  }

  /**
   * Undefined until something is known. Looking ends the time that is counted when it was long enough: whoever looks has taken all that
   * came at the same moment, of which the first one alone would tell nothing.
   */
  get perSecond(): number | undefined {
    const now = this.#now();
    if (this.#since === undefined || this.#count === 0 || now < this.#until) return this.#last;
    this.#last = (1000 * this.#count) / (now - this.#since);
    this.#since = now;
    this.#until = now + WINDOW_MS;
    this.#count = 0;
    return this.#last;
  }
}
