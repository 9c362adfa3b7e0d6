import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { StoreError } from '@assay/schema';
import { readLines, type LineStart, type RawLine } from '../lines/read-lines.js';
import { resultsFile } from '../run-files.js';
import { systemCode } from '../../files/system-code.js';
import { storeFailure } from '../store-failure.js';

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
export class FollowedFile {
  readonly file: string;
  readonly #location: string;
  /** The first line that was not given yet. */
  #next: LineStart = { start: 0, number: 1 };
  /** The file as it was found first. */
  #known: Pick<Stats, 'ino' | 'dev'> | undefined;

  /** @param location Folder of the run, absolute. */
  constructor(location: string) {
    this.#location = location;
    this.file = resultsFile(location);
  }

  /** How long the file is, in bytes; 0 when there is none yet. @throws StoreError when it is no more what it was. */
  async size(): Promise<number> {
    const there = await found(this.file);
    if (there === undefined) {
      if (this.#known !== undefined || !(await found(this.#location))) throw lost(this.#location, 'removed');
      return 0;
    }
    this.#known ??= { ino: there.ino, dev: there.dev };
    const same = there.ino === this.#known.ino && there.dev === this.#known.dev;
    // Complete lines stay; only a torn one is cut off, which was not given.
    if (!same || there.size < this.#next.start) throw lost(this.file, 'replaced');
    return there.size;
  }

  /**
   * Lines that were written since the last time, up to a size of the file, in batches. A line counts as given when the next one is
   * asked for, so that whoever stops in between gets it again.
   * @param ended True if nothing more will be written: a last line without a line end is then given too.
   * @throws StoreError when the file is gone, or cannot be read.
   */
  async *lines(size: number, ended: boolean, signal: AbortSignal | undefined): AsyncGenerator<readonly RawLine[]> {
    try {
      for await (const lines of readLines(this.file, { size, signal, from: this.#next })) {
        const given = ended || lines.at(-1)?.complete ? lines : lines.slice(0, -1);
        if (given.length > 0) yield given;
        const last = given.at(-1);
        if (last) this.#next = { start: last.start + last.bytes.length + 1, number: last.number + 1 };
      }
    } catch (error) {
      throw systemCode(error) === 'ENOENT' ? lost(this.#location, 'removed') : storeFailure('read', this.file, error);
    }
  }
}
