/** Counts how many different texts it was given. */
export interface DistinctCounter {
  add(text: string): void;
  readonly size: number;
}

const FIRST_CAPACITY = 16;
const MAX_LOAD = 0.6;

/** A 53-bit hash, never 0; two multiply-xorshift lanes over the code units. */
function hash(text: string): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return 0x1_0000_0000 * (b & 0x1f_ffff) + (a >>> 0) || 1;
}

/** Puts a hash into an open-addressed table; false when it was there. */
function insert(table: Float64Array, value: number): boolean {
  let slot = value % table.length;
  while (table[slot] !== 0) {
    if (table[slot] === value) return false;
    slot = (slot + 1) % table.length;
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
      if (!insert(table, hash(text))) return;
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
