import type { ResultRow, RunStart } from '@assay/schema';
import { orderRows, positionOf, type CompareRows, type RowPosition } from '../../statistics/row-order.js';
import { TextSpool, type SpooledText } from './text-spool.js';

/** Most rows that are put in order: places of more would take too much memory. */
const MOST_ORDERED = 200_000;

interface Entry {
  readonly at: SpooledText;
  readonly position: RowPosition | undefined;
}

/**
 * Texts of rows that wait on the disk, group by group, to be read in the order of the files however the rows finish; in that
 * of finishing where there are more than 200,000.
 */
export class OrderedSpool {
  readonly #spool: TextSpool;
  readonly #groups = new Map<string, Entry[]>();
  #count = 0;
  #compare: CompareRows = orderRows({ suites: [], targets: [] });

  private constructor(spool: TextSpool) {
    this.#spool = spool;
  }

  /** @throws the system's error when nothing can be written in the folder. */
  static async create(folder: string): Promise<OrderedSpool> {
    return new OrderedSpool(await TextSpool.create(folder));
  }

  /** Has suites and targets come in the order of the run. */
  runStarted(run: RunStart): void {
    this.#compare = orderRows(run);
  }

  /** Resolves when the text has been written, or waits for others to be written with it. */
  add(row: ResultRow, text: string, group = ''): Promise<void> {
    const { at, written } = this.#spool.add(text);
    this.#count += 1;
    if (this.#count === MOST_ORDERED + 1) this.#forgetPositions();
    const entry: Entry = { at, position: this.#count <= MOST_ORDERED ? positionOf(row) : undefined };
    const entries = this.#groups.get(group);
    if (entries) entries.push(entry);
    else this.#groups.set(group, [entry]);
    return written;
  }

  /** Every text of a group once; afterwards it has none. @throws the system's error when one could not be written or read. */
  async *texts(group = ''): AsyncGenerator<string> {
    await this.#spool.flush();
    const entries = this.#groups.get(group) ?? [];
    this.#groups.delete(group);
    const compare = this.#compare;
    entries.sort((a, b) => (a.position && b.position ? compare(a.position, b.position) : 0));
    for (const { at } of entries) yield await this.#spool.read(at);
  }

  #forgetPositions(): void {
    for (const [group, entries] of this.#groups) this.#groups.set(group, entries.map(({ at }) => ({ at, position: undefined })));
  }

  /** Frees it. May be called again. */
  close(): Promise<void> {
    return this.#spool.close();
  }
}
