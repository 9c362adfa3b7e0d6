import { resolve } from 'node:path';
import { StoreError, type FollowOptions, type ResultRow } from '@assay/schema';
import { FollowedFile } from './followed-file.js';
import type { RawLine } from '../lines/read-lines.js';
import type { ReadRowsOptions, RowPlace } from '../lines/read-row-values.js';
import { badLine, isBlank, parseLine, toRow } from '../lines/row-lines.js';
import { TrialKeyTable } from '../lines/trial-key-table.js';
import { isRunLocked } from '../lock/run-lock.js';
import { readOutsideKeys } from '../outside-keys.js';
import { outsideFile } from '../run-files.js';
import { watchFolder } from './watch-folder.js';

/** A row by its place among all that are stored. */
export interface NumberedRow {
  readonly row: ResultRow;
  /** Counts the stored rows from 0, also those that do not count any more. */
  readonly position: number;
  readonly place: RowPlace;
  /** Line of its file, from 1. */
  readonly line: number;
  /** Position of the row of the same trial that it takes the place of. */
  readonly replaces: number | undefined;
  /** True for a row of a trial that was not planned any more when the run was last gone on with: it does not count. */
  readonly outside: boolean;
}

export interface NumberedRowsOptions extends ReadRowsOptions, FollowOptions {
  /** Goes on with the rows that come, until nobody writes the run any more. */
  readonly follow?: boolean | undefined;
}

/** Numbers the rows of a file that is followed. */
class NumberedFile {
  readonly #location: string;
  readonly #followed: FollowedFile;
  readonly #options: NumberedRowsOptions;
  readonly #keys = new TrialKeyTable();
  #count = 0;

  constructor(location: string, options: NumberedRowsOptions) {
    this.#location = location;
    this.#followed = new FollowedFile(location);
    this.#options = options;
  }

  async *rows(ended: boolean): AsyncGenerator<readonly NumberedRow[]> {
    const { signal } = this.#options;
    const size = await this.#followed.size();
    const outside = await readOutsideKeys(outsideFile(this.#location));
    for await (const lines of this.#followed.lines(size, ended, signal)) {
      const rows: NumberedRow[] = [];
      const failure = this.#number(lines, outside, rows);
      // What stands before a line that is no row is good.
      if (rows.length > 0) yield rows;
      if (failure) throw failure;
    }
  }

  /** Numbers lines until one is no row. */
  #number(lines: readonly RawLine[], outside: ReadonlySet<string>, rows: NumberedRow[]): StoreError | undefined {
    try {
      for (const line of lines) {
        const row = this.#numbered(line, outside);
        if (row) rows.push(row);
      }
      return undefined;
    } catch (error) {
      if (error instanceof StoreError) return error;
      throw error;
    }
  }

  #numbered({ bytes, number, start, complete }: RawLine, outside: ReadonlySet<string>): NumberedRow | undefined {
    const { file } = this.#followed;
    if (isBlank(bytes)) return undefined;
    const value = parseLine(bytes);
    if (!value) {
      if (complete) throw badLine(file, number, 'this line is not a JSON object');
      this.#options.onTornLine?.({ file, line: number });
      return undefined;
    }
    const row = toRow(file, value, number);
    this.#count += 1;
    // The table knows no 0.
    const before = this.#keys.put(row.trialKey, this.#count);
    return {
      row,
      position: this.#count - 1,
      place: { start, length: bytes.length },
      line: number,
      replaces: before === undefined ? undefined : before - 1,
      outside: outside.has(row.trialKey),
    };
  }
}

/**
 * All rows of a run folder in the order in which they were stored, in batches, read once: those that a later row replaces are given
 * too, and the later one says so. Of a run that is followed an empty batch says that there is no more for now. Positions stay the same as long as the folder is there. Holds some 30 bytes for each trial.
 * @throws StoreError with file and line for a line that is no row, and when the folder goes or is replaced meanwhile.
 */
export async function* numberedRows(directory: string, options: NumberedRowsOptions = {}): AsyncGenerator<readonly NumberedRow[]> {
  const { follow = false, signal } = options;
  const location = resolve(directory);
  const file = new NumberedFile(location, options);
  const changes = follow ? watchFolder(location, signal) : undefined;
  try {
    for (;;) {
      if (signal?.aborted) return;
      const ended = !(await isRunLocked(location));
      yield* file.rows(ended);
      if (ended || !changes) return;
      yield [];
      await changes.next();
    }
  } finally {
    changes?.close();
  }
}
