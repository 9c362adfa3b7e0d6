import type { RowSource, TableRow } from './row-source.js';

/** Rows that are there already. */
export class GivenRows implements RowSource {
  readonly #rows: readonly TableRow[];
  #next = 0;

  constructor(rows: readonly TableRow[]) {
    this.#rows = rows;
  }

  take(): TableRow | undefined {
    const row = this.#rows[this.#next];
    this.#next += 1;
    return row;
  }

  async fill(): Promise<boolean> {
    return false;
  }

  async close(): Promise<void> {}
}
