import { writeSync, type Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { isError, StoreError } from '@assay/schema';
import { storeFailure } from '../store-failure.js';

interface WaitingLine {
  readonly text: string;
  readonly written: () => void;
  readonly failed: (error: StoreError) => void;
}

const CHECK_EVERY_MS = 1000;

/** Lines come fast when there are more of them in a window, in milliseconds. */
const FEW_LINES = 96;
const WINDOW_MS = 100;

/** Most characters of lines that go out in one write, unless a single line has more: together they may be too long for a text. */
const MOST_AT_ONCE = 2 ** 24;

async function found(file: string): Promise<Stats | undefined> {
  try {
    return await stat(file);
  } catch (error) {
    if (isError(error) && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Appends lines to a file in the order they come. Lines that arrive while a write is under way go
 * out together in the next one, so that a killed process leaves at most one torn line, the last.
 */
export class LineWriter {
  readonly #file: string;
  readonly #handle: FileHandle;
  readonly #fsync: boolean;
  #waiting: WaitingLine[] = [];
  /** Length of the file up to the last complete line. */
  #size: number;
  /** How much of it has been brought to the disk. */
  #synced = -1;
  #writing: Promise<void> | undefined;
  #failure: StoreError | undefined;
  #windowFrom = 0;
  #windowLines = 0;
  /** Whether many lines came in the window before this one. */
  #cameFast = false;
  /** When it was last looked whether the file is still there, in milliseconds. */
  #checkedAt = performance.now();
  #closed: Promise<void> | undefined;

  private constructor(file: string, handle: FileHandle, size: number, fsync: boolean) {
    this.#file = file;
    this.#handle = handle;
    this.#size = size;
    this.#fsync = fsync;
  }

  /** Opens a file whose last line is complete. @throws StoreError */
  static async open(file: string, { fsync }: { readonly fsync: boolean }): Promise<LineWriter> {
    let handle: FileHandle | undefined;
    try {
      handle = await open(file, 'a');
      const { size } = await handle.stat();
      return new LineWriter(file, handle, size, fsync);
    } catch (error) {
      await handle?.close();
      throw storeFailure('write', file, error);
    }
  }

  /** Resolves when the line is handed to the system. @throws StoreError, also for every line after one that failed. */
  append(text: string): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure);
    if (this.#closed) return Promise.reject(new StoreError(`cannot write ${this.#file}: its store is closed`));
    return new Promise((written, failed) => {
      this.#windowLines += 1;
      this.#waiting.push({ text, written, failed });
      this.#writing ??= this.#drain();
    });
  }

  /** Waits for all lines so far and brings them to the disk. @throws StoreError also when the file was removed. */
  async flush(): Promise<void> {
    await this.#writing;
    if (this.#failure) throw this.#failure;
    try {
      await this.#sync();
      await this.#checkThere();
    } catch (error) {
      throw storeFailure('write', this.#file, error);
    }
  }

  /** Waits for all lines, brings them to the disk and closes the file. May be called again. @throws StoreError */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await this.#writing;
    try {
      if (!this.#failure) await this.#sync();
      await this.#handle.close();
    } catch (error) {
      throw storeFailure('write', this.#file, error);
    }
  }

  async #sync(): Promise<void> {
    const size = this.#size;
    if (size === this.#synced) return;
    await this.#handle.sync();
    this.#synced = size;
  }

  async #drain(): Promise<void> {
    // What comes fast goes out with all else that is ready in this turn, since a write costs as much as what else is done for
    // a row. What comes now and then goes out at once: the place of its trial is free the sooner.
    if (this.#comeFast()) await turn();
    while (this.#waiting.length > 0) {
      const batch = this.#nextBatch();
      try {
        await this.#write(Buffer.from(batch.map((line) => line.text).join('')));
        for (const line of batch) line.written();
      } catch (error) {
        await this.#giveUp(storeFailure('write', this.#file, error), batch);
      }
    }
    this.#writing = undefined;
  }

  #comeFast(): boolean {
    const now = performance.now();
    if (now - this.#windowFrom > WINDOW_MS) {
      this.#cameFast = this.#windowLines > FEW_LINES;
      this.#windowFrom = now;
      this.#windowLines = 0;
    }
    return this.#cameFast || this.#windowLines > FEW_LINES;
  }

  #nextBatch(): readonly WaitingLine[] {
    let characters = 0;
    const end = this.#waiting.findIndex(({ text }) => (characters += text.length) > MOST_AT_ONCE);
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : Math.max(1, end));
  }

  async #write(bytes: Buffer): Promise<void> {
    let offset = 0;
    while (offset < bytes.length) {
      // Into the memory of the system: a trip to another thread and back takes longer, and all that is under way waits behind it.
      offset += writeSync(this.#handle.fd, bytes, offset);
    }
    if (this.#fsync) await this.#handle.datasync();
    if (performance.now() - this.#checkedAt > CHECK_EVERY_MS) await this.#checkThere();
    this.#size += bytes.length;
  }

  /** A file that was removed, or moved with its folder, takes every line without a complaint. */
  async #checkThere(): Promise<void> {
    this.#checkedAt = performance.now();
    const own = await this.#handle.stat();
    if (own.nlink === 0) {
      throw new StoreError(`cannot write ${this.#file}: it was removed while the run was going on`, {
        hint: 'its rows are gone with it; run again, and leave the folder of the run where it is',
      });
    }
    const there = await found(this.#file);
    if (own.ino === there?.ino && own.dev === there.dev) return;
    throw new StoreError(`cannot write ${this.#file}: it was moved away while the run was going on`, {
      hint: 'its rows so far are where it is now; leave the folder of the run where it is',
    });
  }

  /** A half-written line must never be followed by another one. */
  async #giveUp(failure: StoreError, batch: readonly WaitingLine[]): Promise<void> {
    this.#failure = failure;
    await this.#handle.truncate(this.#size).catch(() => undefined);
    for (const line of [...batch, ...this.#waiting]) line.failed(failure);
    this.#waiting = [];
  }
}
