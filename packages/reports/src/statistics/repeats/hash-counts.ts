const FIRST_CAPACITY = 16;
const MAX_LOAD = 0.6;

/** Numbers by hashes of texts, in 27 to 54 bytes for each: a map takes twice as much, and has an end at 16 million. */
export interface HashCounts {
  /**
   * Adds to the number of a hash, which is 0 before.
   * @param hash of `textHash`.
   * @returns the sum.
   */
  add(hash: number, amount: number): number;
  /** 0 for a hash that was never added to. */
  get(hash: number): number;
  /** All hashes that were added to, with their numbers, in no order. */
  entries(): Iterable<readonly [hash: number, sum: number]>;
}

/** Where a hash stands, or the free slot that it belongs into. */
function slotOf(hashes: Float64Array, hash: number): number {
  const last = hashes.length - 1;
  // Lengths are powers of two.
  let slot = (hash | 0) & last;
  while (hashes[slot] !== 0 && hashes[slot] !== hash) slot = (slot + 1) & last;
  return slot;
}

export function createHashCounts(): HashCounts {
  let hashes = new Float64Array(FIRST_CAPACITY);
  let counts = new Float64Array(FIRST_CAPACITY);
  let size = 0;

  function grow(): void {
    const [before, sums] = [hashes, counts];
    hashes = new Float64Array(before.length * 2);
    counts = new Float64Array(before.length * 2);
    for (const [index, hash] of before.entries()) {
      if (hash === 0) continue;
      const slot = slotOf(hashes, hash);
      hashes[slot] = hash;
      counts[slot] = sums[index] ?? 0;
    }
  }

  return {
    add(hash, amount) {
      const slot = slotOf(hashes, hash);
      const sum = (counts[slot] ?? 0) + amount;
      counts[slot] = sum;
      if (hashes[slot] === hash) return sum;
      hashes[slot] = hash;
      size += 1;
      if (size > hashes.length * MAX_LOAD) grow();
      return sum;
    },
    get: (hash) => counts[slotOf(hashes, hash)] ?? 0,
    *entries() {
      for (const [slot, hash] of hashes.entries()) if (hash !== 0) yield [hash, counts[slot] ?? 0] as const;
    },
  };
}
