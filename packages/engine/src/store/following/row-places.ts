import { statSync } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { JsonObject, ResultRow } from '@assay/schema';
import { readKeyedLines } from '../lines/read-keyed-lines.js';
import { readLines, type LineStart } from '../lines/read-lines.js';
import { isBlank, parseLine, toRow } from '../lines/row-lines.js';
import { resultsFile } from '../run-files.js';
import { systemCode } from '../../files/system-code.js';
import { storeFailure } from '../store-failure.js';
import type { NumberedRow } from './numbered-rows.js';

/** A row as it is stored, and as it is meant. */
export interface StoredRow {
  /** The line, which is the JSON of `value`. */
  readonly text: string;
  readonly value: JsonObject;
  readonly row: ResultRow;
}

/** The rows of a run by their positions, which are those of `numberedRows`. */
export interface RowPlaces {
  /** How many lines of rows there are now, without one that is torn. @throws StoreError */
  count(): Promise<number>;
  /** Undefined when there is no such row. @throws StoreError, also for a line that is no row. */
  at(position: number): Promise<StoredRow | undefined>;
  /** Positions of the last rows of trials, by their keys; those that have none are left out. @throws StoreError */
  find(keys: ReadonlySet<string>): Promise<ReadonlyMap<string, number>>;
  /** Takes over where a row stands, from whoever reads them all in turn: they need not be looked for again. @throws StoreError */
  note(row: Pick<NumberedRow, 'position' | 'place' | 'line'>): void;
}

/** What tells a file from one that was written anew in its place: a number of a file that was removed is soon that of another. */
interface KnownFile {
  readonly ino: number;
  readonly dev: number;
  readonly birthtimeMs: number;
}

const FIRST_CAPACITY = 1024;
/** Numbers kept of each row: where its line begins, in bytes, its length, and its number, from 1. */
const FIELDS = 3;

/** Where the lines of a file are, as far as it was read. */
class LinePlaces implements RowPlaces {
  readonly #file: string;
  #places = new Float64Array(FIRST_CAPACITY * FIELDS);
  #count = 0;
  #next: LineStart = { start: 0, number: 1 };
  #known: KnownFile | undefined;
  #reading: Promise<void> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  async count(): Promise<number> {
    await this.#read(Infinity);
    return this.#count;
  }

  async at(position: number): Promise<StoredRow | undefined> {
    await this.#read(position + 1);
    if (position >= this.#count) return undefined;
    const [start = 0, length = 0, number = 1] = this.#places.subarray(position * FIELDS, (position + 1) * FIELDS);
    const bytes = await this.#bytes(start, length);
    const value = parseLine(bytes);
    return value && { text: bytes.toString('utf8'), value, row: toRow(this.#file, value, number) };
  }

  async find(keys: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>();
    if (keys.size === 0) return found;
    let position = 0;
    for await (const lines of readKeyedLines(this.#file)) {
      for (const { key } of lines) {
        if (key !== undefined && keys.has(key)) found.set(key, position);
        position += 1;
      }
    }
    return found;
  }

  note({ position, place, line }: Pick<NumberedRow, 'position' | 'place' | 'line'>): void {
    if (position !== this.#count) return;
    try {
      this.#known ??= statSync(this.#file);
    } catch (error) {
      throw storeFailure('read', this.#file, error);
    }
    this.#add(place.start, place.length, line);
    this.#next = { start: place.start + place.length + 1, number: line + 1 };
  }

  async #bytes(start: number, length: number): Promise<Buffer> {
    let handle: FileHandle | undefined;
    try {
      handle = await open(this.#file, 'r');
      const bytes = Buffer.alloc(length);
      await handle.read(bytes, 0, length, start);
      return bytes;
    } catch (error) {
      throw storeFailure('read', this.#file, error);
    } finally {
      await handle?.close();
    }
  }

  /** Reads on until so many rows are known, or there are no more. One after the other: each goes on where the last one stopped. */
  #read(wanted: number): Promise<void> {
    const done = this.#reading.then(() => this.#readOn(wanted));
    this.#reading = done.catch(() => undefined);
    return done;
  }

  async #readOn(wanted: number): Promise<void> {
    try {
      const { size, ino, dev, birthtimeMs } = await stat(this.#file);
      // Another file, or one that was cut: what was known of it means nothing any more.
      const isSame = this.#known?.ino === ino && this.#known.dev === dev && this.#known.birthtimeMs === birthtimeMs;
      if (!isSame || size < this.#next.start) this.#forget();
      this.#known = { ino, dev, birthtimeMs };
      if (this.#count >= wanted) return;
      for await (const lines of readLines(this.#file, { from: this.#next, size })) {
        for (const { bytes, number, start, complete } of lines) {
          // A torn line is no row; one that lacks but its end is.
          if (!complete && !parseLine(bytes)) return;
          // Somebody told of it meanwhile.
          if (start < this.#next.start) continue;
          if (!isBlank(bytes)) this.#add(start, bytes.length, number);
          if (complete) this.#next = { start: start + bytes.length + 1, number: number + 1 };
        }
        if (this.#count >= wanted) return;
      }
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw storeFailure('read', this.#file, error);
      this.#forget();
    }
  }

  #add(start: number, length: number, number: number): void {
    const at = this.#count * FIELDS;
    // A last line without its end is read again the next time.
    if (at > 0 && this.#places[at - FIELDS] === start) return;
    if (at === this.#places.length) {
      const larger = new Float64Array(this.#places.length * 2);
      larger.set(this.#places);
      this.#places = larger;
    }
    this.#places.set([start, length, number], at);
    this.#count += 1;
  }

  #forget(): void {
    this.#count = 0;
    this.#next = { start: 0, number: 1 };
    this.#known = undefined;
  }
}

/**
 * Finds rows of a run folder by their positions, also while it grows: the file is read once, as far as somebody asks, and of each row
 * are kept 24 bytes. A folder without rows has none.
 */
export function rowPlaces(directory: string): RowPlaces {
  return new LinePlaces(resultsFile(resolve(directory)));
}
