/** Jobs that may be in the queue or under way, at least. More when workers have more than half of that under way. */
const WIDTH = 1_000;
/** As many at first, and so many more whenever some were sent. */
const FIRST = 250;
const STEP = 150;
/** Milliseconds until then: workers take what was sent meanwhile, and nothing keeps the run from answering them. */
const STEP_MS = 100;

/**
 * How many jobs of a run may be in the queue or under way. It opens step by step: the first jobs are on their way to the workers before the
 * others are planned, where all of them together would be sent when the last one is, and workers would wait for their first ones until then.
 */
export class JobWindow {
  readonly #onOpen: () => void;
  #opened = FIRST;
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;
  #closed = false;

  /** @param onOpen called when it has opened by a step. */
  constructor(onOpen: () => void) {
    this.#onOpen = onOpen;
  }

  /** Whole. @param underWay Jobs that workers were told to do. */
  of(underWay: number): number {
    return Math.max(this.#opened, 2 * underWay);
  }

  get #isOpen(): boolean {
    return this.#opened >= WIDTH;
  }

  /** Some were sent. */
  sent(): void {
    if (this.#isOpen || this.#closed || this.#isDue) return;
    this.#timer ??= setTimeout(() => this.#open(), STEP_MS);
  }

  /** There is nothing to wait for: all that was sent has been taken, or is done already. */
  hurry(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isDue = true;
    // Once what is being said has left.
    setImmediate(() => this.#open());
  }

  #open(): void {
    this.#timer = undefined;
    this.#isDue = false;
    if (this.#closed) return;
    this.#opened = Math.min(WIDTH, this.#opened + STEP);
    this.#onOpen();
  }

  /** Opens no more. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#closed = true;
  }

  /** How many are to be reckoned with, for each that waits now: of a window that is full and still opens, as many again come at once. */
  expected(waiting: number, underWay: number): number {
    return !this.#isOpen && waiting + underWay >= this.#opened ? 2 * waiting : waiting;
  }
}
