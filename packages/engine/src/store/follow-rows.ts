import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { StoreError, type FollowOptions, type ResultRow } from '@assay/schema';
import { readLines, type LineStart, type RawLine } from './lines/read-lines.js';
import type { ReadRowsOptions } from './lines/read-row-values.js';
import { findReplacedLines, type ReplacedLines } from './lines/replaced-lines.js';
import { badLine, isBlank, parseLine, toRow } from './lines/row-lines.js';
import { isRunLocked } from './lock/run-lock.js';
import { readOutsideKeys } from './outside-keys.js';
import { outsideFile, resultsFile } from './run-files.js';
import { storeFailure, systemCode } from './store-failure.js';
import { watchFolder } from './watch-folder.js';

type FollowRowsOptions = ReadRowsOptions & FollowOptions;

async function found(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return undefined;
    throw storeFailure('read', path, error);
  }
}

function lost(path: string, what: string): StoreError {
  return new StoreError(`${path} was ${what} while it was followed`, {
    hint: 'leave the folder of a run where it is until the run has ended; assay list runs shows which runs are there',
  });
}

/** How much is read of a file of rows that only ever grows by lines. */
class FollowedFile {
  readonly #location: string;
  readonly #file: string;
  readonly #options: FollowRowsOptions;
  /** The first line that was not given yet. */
  #next: LineStart = { start: 0, number: 1 };
  #begun = false;
  /** The file as it was found first. */
  #known: Pick<Stats, 'ino' | 'dev'> | undefined;

  constructor(location: string, options: FollowRowsOptions) {
    this.#location = location;
    this.#file = resultsFile(location);
    this.#options = options;
  }

  /** How long the file is, in bytes; 0 when there is none yet. @throws StoreError when it is no more what it was. */
  async #size(): Promise<number> {
    const there = await found(this.#file);
    if (there === undefined) {
      if (this.#known !== undefined || !(await found(this.#location))) throw lost(this.#location, 'removed');
      return 0;
    }
    this.#known ??= { ino: there.ino, dev: there.dev };
    const same = there.ino === this.#known.ino && there.dev === this.#known.dev;
    // Complete lines stay; only a torn one is cut off, which was not given.
    if (!same || there.size < this.#next.start) throw lost(this.#file, 'replaced');
    return there.size;
  }

  /**
   * Rows that were written since the last time; the first time the last one of each trial.
   * @param ended True if nothing more will be written: a last line without a line end is then looked at too.
   */
  async *rows(ended: boolean): AsyncGenerator<ResultRow> {
    const { signal } = this.#options;
    const size = await this.#size();
    const limits = { size, signal };
    try {
      const outside = await readOutsideKeys(outsideFile(this.#location));
      const replaced = this.#begun ? undefined : await findReplacedLines(this.#file, limits);
      this.#begun = true;
      for await (const lines of readLines(this.#file, { ...limits, from: this.#next })) {
        for (const line of lines) {
          if (signal?.aborted || (!line.complete && !ended)) return;
          const row = this.#rowOf(line, replaced);
          this.#next = { start: line.start + line.bytes.length + 1, number: line.number + 1 };
          if (row && !outside.has(row.trialKey)) yield row;
        }
      }
    } catch (error) {
      throw systemCode(error) === 'ENOENT' ? lost(this.#location, 'removed') : storeFailure('read', this.#file, error);
    }
  }

  #rowOf({ bytes, number, complete }: RawLine, replaced: ReplacedLines | undefined): ResultRow | undefined {
    if (isBlank(bytes) || replaced?.has(number)) return undefined;
    const value = parseLine(bytes);
    if (value) return toRow(this.#file, value, number);
    if (complete) throw badLine(this.#file, number, 'this line is not a JSON object');
    this.#options.onTornLine?.({ file: this.#file, line: number });
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
  const file = new FollowedFile(location, options);
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
