const SEGMENTS = 64;
const FIRST_CAPACITY = 16;
const MAX_LOAD = 0.75;

/** The two halves of the hash that was computed last: a pair would cost an allocation per id. */
let low = 0;
let high = 0;

/** 63 bits of a string in two independent 32-bit mixes of its code units. The high half is never 0. */
function hash(text: string): void {
  let a = 0xdeadbeef | 0;
  let b = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  low = a;
  high = b | 1;
}

/** Open addressing in pairs of one array; a high half of 0 is free. False when the pair was there. */
function insert(slots: Int32Array, a: number, b: number): boolean {
  const mask = slots.length - 1;
  for (let slot = (a >>> 5) & mask & ~1; ; slot = (slot + 2) & mask) {
    const found = slots[slot + 1];
    if (found === 0) {
      slots[slot] = a;
      slots[slot + 1] = b;
      return true;
    }
    if (found === b && slots[slot] === a) return false;
  }
}

/**
 * Remembers which ids were seen in about 15 bytes per id, so that ten million of them fit into
 * memory. It keeps hashes only: "seen" is almost certain and has to be verified, "not seen" is
 * certain.
 */
export class IdSet {
  /** The only one so far: whoever reads a single line needs nothing more. */
  #only: string | undefined;
  /** Each made when an id falls into it. */
  #segments: (Int32Array | undefined)[] | undefined;
  #sizes = new Uint32Array(0);

  /** Adds an id. Returns false when it has (almost certainly) been added before. */
  add(id: string): boolean {
    if (this.#segments) return this.#insert(this.#segments, id);
    if (this.#only === undefined) {
      this.#only = id;
      return true;
    }
    if (this.#only === id) return false;
    this.#segments = Array.from({ length: SEGMENTS });
    this.#sizes = new Uint32Array(SEGMENTS);
    this.#insert(this.#segments, this.#only);
    return this.#insert(this.#segments, id);
  }

  #insert(segments: (Int32Array | undefined)[], id: string): boolean {
    hash(id);
    const a = low;
    const b = high;
    const index = a & (SEGMENTS - 1);
    let slots = (segments[index] ??= new Int32Array(FIRST_CAPACITY * 2));
    const size = this.#sizes[index] ?? 0;
    if ((size + 1) * 2 > slots.length * MAX_LOAD) slots = segments[index] = grown(slots);
    if (!insert(slots, a, b)) return false;
    this.#sizes[index] = size + 1;
    return true;
  }
}

function grown(slots: Int32Array): Int32Array {
  const larger = new Int32Array(slots.length * 2);
  for (let slot = 0; slot < slots.length; slot += 2) {
    const b = slots[slot + 1] ?? 0;
    if (b !== 0) insert(larger, slots[slot] ?? 0, b);
  }
  return larger;
}
