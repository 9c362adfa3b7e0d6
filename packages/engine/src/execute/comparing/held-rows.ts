import type { ResultRow } from '@assay/schema';
import { replyWeight } from '../row/reply-weight.js';

/** Most that the replies of rows have that are held, in characters; others are read back. */
const MOST_HELD = 8 * 2 ** 20;
/** What a row takes beside its reply, about. */
const ROW_WEIGHT = 4096;

function weightOf({ output }: ResultRow): number {
  return ROW_WEIGHT + (output ? replyWeight(output) : 0);
}

export interface HeldRowsOptions {
  /** Reads a stored row; without it all rows are held, however large. */
  readonly read?: ((key: string) => Promise<ResultRow | undefined>) | undefined;
  /** In characters. Default 8 Mi. */
  readonly most?: number | undefined;
}

/** Rows that are needed again soon: held in memory while there is room for them, and read back from where they are stored otherwise. */
export class HeldRows {
  readonly #rows = new Map<string, ResultRow>();
  readonly #options: HeldRowsOptions;
  #weight = 0;

  constructor(options: HeldRowsOptions = {}) {
    this.#options = options;
  }

  hold(row: ResultRow): void {
    const { read, most = MOST_HELD } = this.#options;
    const weight = weightOf(row);
    // Also where there is no room for it: what is held of the trial is another row by now.
    this.drop(row.trialKey);
    if (read && this.#weight + weight > most) return;
    this.#rows.set(row.trialKey, row);
    this.#weight += weight;
  }

  async get(key: string): Promise<ResultRow | undefined> {
    return this.#rows.get(key) ?? (await this.#options.read?.(key));
  }

  drop(key: string): void {
    const row = this.#rows.get(key);
    if (!row) return;
    this.#rows.delete(key);
    this.#weight -= weightOf(row);
  }
}
