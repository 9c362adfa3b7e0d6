/** Milliseconds that are counted together. */
const WINDOW_MS = 500;

/** How often something happens, as of late. */
export class Rate {
  readonly #now: () => number;
  #since: number | undefined;
  #count = 0;
  #last: number | undefined;

  /** @param now Milliseconds on a clock that only goes forward. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** What is counted is under way from now on, unless it is already: the first time to count begins here, and not when something happens. */
  begin(): void {
    this.#since ??= this.#now();
  }

  /** It happened, so often at once. */
  note(count = 1): void {
    const now = this.#now();
    if (this.#since === undefined) {
      // What came before this moment has no time to be divided by.
      this.#since = now;
      return;
    }
    this.#count += count;
    const passed = now - this.#since;
    if (passed < WINDOW_MS) return;
    this.#last = (1000 * this.#count) / passed;
    this.#since = now;
    this.#count = 0;
  }

  /** Undefined until something is known. */
  get perSecond(): number | undefined {
    return this.#last;
  }
}
