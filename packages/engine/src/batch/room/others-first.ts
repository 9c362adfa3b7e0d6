/** Single requests in a row that there is no room for, after which a process asks no more: nobody has room now. */
const MOST_IN_A_ROW = 3;

/**
 * Which requests let others go first: an account has no room for them, though they were asked by themselves. Such a one may be more than the
 * account may have at all, and nobody tells; the others are not to wait for it, in this process or in a later one.
 */
export class OthersFirst {
  readonly #tooMuch: () => ReadonlySet<string>;
  /** Those whose turn it is all the same. */
  readonly #turns = new Set<string>();
  /** Those that this process has asked. */
  readonly #asked = new Set<string>();
  #inARow = 0;

  /** @param tooMuch Requests that were too much by themselves when they were asked last, whoever did; the last one at the end. */
  constructor(tooMuch: () => ReadonlySet<string>) {
    this.#tooMuch = tooMuch;
  }

  /** Whether this process asks no more. */
  get isOver(): boolean {
    return this.#inARow >= MOST_IN_A_ROW;
  }

  /** Whether others are to go before this one. */
  holds(id: string): boolean {
    return this.#tooMuch().has(id) && !this.#turns.has(id);
  }

  /** There was no room for this one, though nothing else of the run was under way. */
  refused(id: string): void {
    this.#turns.delete(id);
    this.#asked.add(id);
    this.#inARow += 1;
  }

  /** There is room for something. */
  taken(): void {
    this.#inARow = 0;
  }

  /** No other is left: it is their turn, once in a process. @returns false where there is none, or none is asked any more. */
  giveTurns(): boolean {
    if (this.isOver) return false;
    const next = [...this.#tooMuch()].filter((id) => !this.#asked.has(id) && !this.#turns.has(id)).slice(0, MOST_IN_A_ROW);
    for (const id of next) this.#turns.add(id);
    return next.length > 0;
  }
}
