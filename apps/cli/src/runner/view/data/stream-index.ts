import { numberedRows, type NumberedRow, type RowPlaces } from '@assay/engine';
import { CHUNK, JudgeTable, RowIndex } from '@assay/reports';
import { isAssayError, type IndexEvent } from '@assay/schema';
import { collectGarbage } from '../../memory/collect-garbage.js';
import { failureText } from '../../../files/failure-text.js';

export interface StreamIndexOptions {
  /** Of the run, absolute. */
  readonly folder: string;
  /** Of its rows. */
  readonly places: RowPlaces;
  /** Position of the first row that is sent. */
  readonly from: number;
  /** Goes on with what is written, until nobody writes any more. */
  readonly live: boolean;
  readonly signal: AbortSignal;
  /** Milliseconds that only go on. Default: `performance.now`. */
  readonly now?: () => number;
  /** Resolves when there is room for more; to false when nobody wants more. */
  readonly send: (event: IndexEvent) => Promise<boolean>;
}

/** How often the facts of all rows are sent for a run that goes on, in milliseconds: counting it takes a look at every row. */
const FACTS_EVERY_MS = 3000;

/** Chunks after which it is looked for garbage: each leaves megabytes behind, which V8 itself would let grow to a hundred. */
const CHUNKS_AT_ONCE = 3;

/** Sends the index of a run; see {@link streamIndex}. */
class IndexStream {
  readonly #options: StreamIndexOptions;
  readonly #index = new RowIndex();
  readonly #judges = new JudgeTable();
  /** Rows that were sent since it was looked for garbage. */
  #rows = 0;
  readonly #now: () => number;
  /** When facts were sent last, and of how many rows. */
  #told: { readonly at: number; readonly rows: number };

  constructor(options: StreamIndexOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#told = { at: this.#now(), rows: 0 };
  }

  /** Everything that is there, and that comes. @throws StoreError for a line that is no row. */
  async rows(): Promise<void> {
    const { folder, live, signal } = this.#options;
    for await (const batch of numberedRows(folder, { follow: live, signal })) {
      for (const numbered of batch) await this.#add(numbered);
      if (signal.aborted) return;
      if (batch.length === 0) await this.chunk();
      if (live) await this.#factsSoFar();
    }
  }

  /** Sends what is ready. */
  async chunk(): Promise<void> {
    const { from, send } = this.#options;
    const chunk = this.#index.take();
    if (!chunk || chunk.from < from) return;
    await send({ type: 'chunk', chunk });
    this.#rows += chunk.rows;
    if (this.#rows < CHUNKS_AT_ONCE * CHUNK) return;
    this.#rows = 0;
    collectGarbage();
  }

  /** Sends what only all rows tell, if it was not sent of them lately. */
  async #factsSoFar(): Promise<void> {
    const { at, rows } = this.#told;
    if (this.#index.next === rows || this.#now() - at < FACTS_EVERY_MS) return;
    await this.chunk();
    await this.facts();
  }

  /** Sends what only all rows tell. */
  async facts(): Promise<void> {
    const { send } = this.#options;
    const told = { at: this.#now(), rows: this.#index.next };
    // Also when the list is empty now: cases that were told to be flaky may no longer be.
    const flipped = this.#told.rows > 0;
    this.#told = told;
    const judges = this.#judges.facts();
    const positions = this.#index.flips();
    // A run that is large enough has left something behind.
    if (this.#index.next > CHUNKS_AT_ONCE * CHUNK) collectGarbage();
    if (judges.length > 0) await send({ type: 'judges', judges });
    if (positions.length > 0 || flipped) await send({ type: 'flips', positions });
  }

  async #add(numbered: NumberedRow): Promise<void> {
    const { row, position, replaces, outside } = numbered;
    this.#options.places.note(numbered);
    // What was asked for begins with a chunk of its own.
    if (position === this.#options.from) this.#index.take();
    this.#index.add(row, { replaces, outside });
    if (!outside) {
      this.#judges.add(row, position);
      if (replaces !== undefined) await this.#forget(replaces);
    }
    if (this.#index.isFull) await this.chunk();
  }

  /** Rows are not kept: the one that went is read again. */
  async #forget(position: number): Promise<void> {
    const stored = await this.#options.places.at(position);
    if (stored) this.#judges.remove(stored.row, position);
  }
}

/**
 * Reads a run once, and sends its index while it does. What cannot be read is reported, and ends the reading; what was before it is sent.
 * @returns false when nobody wants more.
 */
export async function streamIndex(options: StreamIndexOptions): Promise<boolean> {
  const stream = new IndexStream(options);
  let failure: string | undefined;
  try {
    await stream.rows();
  } catch (error) {
    if (!isAssayError(error)) throw error;
    failure = failureText(error);
  }
  if (options.signal.aborted) return false;
  await stream.chunk();
  if (failure !== undefined) await options.send({ type: 'error', message: failure });
  await stream.facts();
  return !options.signal.aborted;
}
