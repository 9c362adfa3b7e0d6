import type { FollowOptions, ResultRow } from '@assay/schema';
import { FollowedFile } from './followed-file.js';
import type { RawLine } from '../lines/read-lines.js';
import type { ReadRowsOptions } from '../lines/read-row-values.js';
import { findReplacedLines, type ReplacedLines } from '../lines/replaced-lines.js';
import { badLine, isBlank, parseLine, toRow } from '../lines/row-lines.js';
import { isRunLocked } from '../lock/run-lock.js';
import { readOutsideKeys } from '../outside-keys.js';
import { outsideFile } from '../run-files.js';
import { watchFolder } from './watch-folder.js';

type FollowRowsOptions = ReadRowsOptions & FollowOptions;

/** The rows of a file that is followed. */
class FollowedRows {
  readonly #location: string;
  readonly #followed: FollowedFile;
  readonly #options: FollowRowsOptions;
  #begun = false;

  constructor(location: string, options: FollowRowsOptions) {
    this.#location = location;
    this.#followed = new FollowedFile(location);
    this.#options = options;
  }

  /**
   * Rows that were written since the last time; the first time the last one of each trial.
   * @param ended True if nothing more will be written: a last line without a line end is then looked at too.
   */
  async *rows(ended: boolean): AsyncGenerator<ResultRow> {
    const { signal } = this.#options;
    const size = await this.#followed.size();
    const outside = await readOutsideKeys(outsideFile(this.#location));
    const replaced = this.#begun ? undefined : await findReplacedLines(this.#followed.file, { size, signal });
    this.#begun = true;
    for await (const lines of this.#followed.lines(size, ended, signal)) {
      for (const line of lines) {
        if (signal?.aborted) return;
        const row = this.#rowOf(line, replaced);
        if (row && !outside.has(row.trialKey)) yield row;
      }
    }
  }

  #rowOf({ bytes, number, complete }: RawLine, replaced: ReplacedLines | undefined): ResultRow | undefined {
    const { file } = this.#followed;
    if (isBlank(bytes) || replaced?.has(number)) return undefined;
    const value = parseLine(bytes);
    if (value) return toRow(file, value, number);
    if (complete) throw badLine(file, number, 'this line is not a JSON object');
    this.#options.onTornLine?.({ file, line: number });
    return undefined;
  }
}

/**
 * The rows of a run folder and those that come, until nobody writes it any more: its lock says so, also of a writer that was killed.
 * Holds as much in memory as `rows()`, however long it takes.
 * @throws StoreError as `rows()`, and when the folder or its file of rows goes or is replaced meanwhile.
 */
export async function* followRows(location: string, options: FollowRowsOptions = {}): AsyncGenerator<ResultRow> {
  const { signal } = options;
  const file = new FollowedRows(location, options);
  // Watched from before the first look, so that nothing is missed in between.
  const changes = watchFolder(location, signal);
  try {
    for (;;) {
      if (signal?.aborted) return;
      // Asked before the rows are read: what its writer wrote last is then among them.
      const ended = !(await isRunLocked(location));
      yield* file.rows(ended);
      if (ended) return;
      await changes.next();
    }
  } finally {
    changes.close();
  }
}
