import { createHash } from 'node:crypto';
import type { TrialKeys } from '@assay/schema';

/** Words of 32 bits that a key takes, and with it the line of its last row. */
const KEY_WORDS = 4;
const WORDS = KEY_WORDS + 1;
const FIRST_CAPACITY = 64;
const MAX_LOAD = 0.85;
const GROWTH = 1.35;
/** Digits of the keys that the engine makes: 128 bits. */
const OWN_DIGITS = 32;
const DIGITS_OF_WORD = 8;

type Words = readonly [number, number, number, number];

/** Eight small hexadecimal digits as a number; -1 for anything else. Digit by digit: it is done several times for each row that is read. */
function wordAt(key: string, start: number): number {
  let word = 0;
  for (let at = start; at < start + DIGITS_OF_WORD; at += 1) {
    const code = key.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) word = word * 16 + code - 0x30;
    else if (code >= 0x61 && code <= 0x66) word = word * 16 + code - 0x57;
    else return -1;
  }
  return word;
}

/** A key as 128 bits. Keys of another form count by their hash. */
function wordsOf(key: string): Words {
  if (key.length === OWN_DIGITS) {
    const words = [wordAt(key, 0), wordAt(key, 8), wordAt(key, 16), wordAt(key, 24)] as const;
    if (!words.includes(-1)) return words;
  }
  return wordsOf(createHash('sha256').update(key).digest('hex').slice(0, OWN_DIGITS));
}

/** Where a key stands in an open-addressed table, or the empty place where it belongs: one of line 0. */
function placeOf(table: Uint32Array, [a, b, c, d]: Words): number {
  const places = table.length / WORDS;
  for (let place = a % places; ; place = (place + 1) % places) {
    const at = place * WORDS;
    if (table[at + KEY_WORDS] === 0) return at;
    if (table[at] === a && table[at + 1] === b && table[at + 2] === c && table[at + 3] === d) return at;
  }
}

/** Word by word: a view of the table, or a list, for each entry takes several times as long. */
function write(table: Uint32Array, at: number, [a, b, c, d]: Words, line: number): void {
  table[at] = a;
  table[at + 1] = b;
  table[at + 2] = c;
  table[at + 3] = d;
  table[at + KEY_WORDS] = line;
}

function grown(table: Uint32Array): Uint32Array {
  const larger = new Uint32Array(Math.ceil((table.length / WORDS) * GROWTH) * WORDS);
  for (let at = 0; at < table.length; at += WORDS) {
    const line = table[at + KEY_WORDS] ?? 0;
    if (line === 0) continue;
    const words = [table[at] ?? 0, table[at + 1] ?? 0, table[at + 2] ?? 0, table[at + 3] ?? 0] as const;
    write(larger, placeOf(larger, words), words, line);
  }
  return larger;
}

/**
 * Keys of trials, each with the line of its last row, in little memory: 24 to 32 bytes each, where a `Map` of texts takes
 * more than 100. A million of them are in some 30 MB.
 */
export class TrialKeyTable implements TrialKeys {
  #table: Uint32Array = new Uint32Array(FIRST_CAPACITY * WORDS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(key: string): boolean {
    return this.#table[placeOf(this.#table, wordsOf(key)) + KEY_WORDS] !== 0;
  }

  /** The line of the last row of a key; undefined for one that is not known. */
  get(key: string): number | undefined {
    return this.#table[placeOf(this.#table, wordsOf(key)) + KEY_WORDS] || undefined;
  }

  /**
   * @param line counts from 1.
   * @returns the line that was known for the key; undefined when it is new.
   */
  put(key: string, line: number): number | undefined {
    const words = wordsOf(key);
    const at = placeOf(this.#table, words);
    const before = this.#table[at + KEY_WORDS];
    write(this.#table, at, words, line);
    if (before) return before;
    this.#size += 1;
    if (this.#size > (this.#table.length / WORDS) * MAX_LOAD) this.#table = grown(this.#table);
    return undefined;
  }
}
