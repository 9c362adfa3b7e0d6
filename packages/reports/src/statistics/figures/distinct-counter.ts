import { textHash } from './text-hash.js';

/** Counts how many different texts it was given. */
export interface DistinctCounter {
  add(text: string): void;
  readonly size: number;
}

const FIRST_CAPACITY = 16;
const MAX_LOAD = 0.6;

/** Puts a hash into an open-addressed table; false when it was there. */
function insert(table: Float64Array, value: number): boolean {
  const last = table.length - 1;
  // Lengths are powers of two.
  let slot = (value | 0) & last;
  while (table[slot] !== 0) {
    if (table[slot] === value) return false;
    slot = (slot + 1) & last;
  }
  table[slot] = value;
  return true;
}

/**
 * Keeps 53-bit hashes instead of the texts: 13 to 27 bytes for each different text, whatever its
 * length. The chance that any two of n texts are counted as one is about n² / 2⁵⁴: one in a
 * million for 100,000.
 */
export function createDistinctCounter(): DistinctCounter {
  let table = new Float64Array(FIRST_CAPACITY);
  let size = 0;
  return {
    add(text) {
      if (!insert(table, textHash(text))) return;
      size += 1;
      if (size <= table.length * MAX_LOAD) return;
      const larger = new Float64Array(table.length * 2);
      for (const value of table) if (value !== 0) insert(larger, value);
      table = larger;
    },
    get size() {
      return size;
    },
  };
}
