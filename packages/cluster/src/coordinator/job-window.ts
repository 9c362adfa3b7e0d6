/** Jobs that may be in the queue or under way, at least. More when workers have more than half of that under way. */
const WIDTH = 1_000;
/** As many at first, and so many more whenever some were sent. */
const FIRST = 250;
const STEP = 150;

/**
 * How many jobs of a run may be in the queue or under way. It opens step by step: the first jobs are on their way to the workers while the
 * others are planned, where all of them together would be sent when the last one is.
 */
export class JobWindow {
  #opened = FIRST;

  /** Whole. @param underWay Jobs that workers were told to do. */
  of(underWay: number): number {
    return Math.max(this.#opened, 2 * underWay);
  }

  get isOpen(): boolean {
    return this.#opened >= WIDTH;
  }

  /** Some were sent. */
  open(): void {
    this.#opened = Math.min(WIDTH, this.#opened + STEP);
  }

  /** How many are to be reckoned with, for each that waits now: of a window that is full and still opens, as many again come at once. */
  expected(waiting: number, underWay: number): number {
    return !this.isOpen && waiting + underWay >= this.#opened ? 2 * waiting : waiting;
  }
}
