import type { Random } from '../chance/random.js';
import { choices, everyDifference, type Pool } from './permutation-pools.js';

/** Entries of a table: so many fit into the cache that is next to the processor. */
const MOST_ENTRIES = 1024;
/** Pools with more arrangements are shuffled. */
const MOST_WAYS = 65_536;

/** Differences of some pools, each as likely as the others. */
type Table = Float64Array;

/** How random differences come about. */
export interface DifferencePlan {
  readonly tables: readonly Table[];
  /** Pools with too many arrangements to write them down. */
  readonly shuffled: readonly Pool[];
  /** How much work one draw is, in numbers that are looked up. */
  readonly work: number;
}

/** All sums of an entry of one and an entry of the other. */
function crossed(one: Table, other: Table): Table {
  const sums = new Float64Array(one.length * other.length);
  let place = 0;
  for (const a of one) for (const b of other) sums[place++] = a + b;
  return sums;
}

/**
 * Puts pools together: ten pools of one reply on each side have 1,024 arrangements in all, so that one random number and one look into a
 * table draw for all ten.
 */
export function planDifferences(pools: readonly Pool[]): DifferencePlan {
  const tables: Table[] = [];
  const shuffled: Pool[] = [];
  // Tables that are not full, by how many arrangements a pool of theirs has: equal ones fill a table best.
  const open = new Map<number, Table>();
  let work = 0;
  for (const pool of pools) {
    const ways = choices(pool.values.length, pool.after);
    if (ways > MOST_WAYS) {
      shuffled.push(pool);
      work += 4 * pool.after;
      continue;
    }
    const known = open.get(ways);
    const own = Float64Array.from(everyDifference(pool));
    if (known !== undefined && known.length * ways <= MOST_ENTRIES) open.set(ways, crossed(known, own));
    else {
      if (known !== undefined) tables.push(known);
      open.set(ways, own);
    }
  }
  tables.push(...open.values());
  return { tables, shuffled, work: work + tables.length };
}

/** Adds random entries of a table to the sums. With a power of two the bits of one number serve for several. */
function addEntries(sums: Float64Array, table: Table, random: Random): void {
  const size = table.length;
  if ((size & (size - 1)) !== 0) {
    // Lemire's way (2019): the upper half of a product is the place, the lower one says when to draw again.
    const refused = 2 ** 32 % size;
    for (let round = 0; round < sums.length; round += 1) {
      let [product, place] = [0, 0];
      do {
        product = random.bits() * size;
        place = Math.floor(product / 2 ** 32);
      } while (product - place * 2 ** 32 < refused);
      sums[round] = (sums[round] ?? 0) + (table[place] ?? 0);
    }
    return;
  }
  const width = Math.max(1, Math.log2(size));
  const most = Math.floor(32 / width);
  let [bits, left] = [0, 0];
  for (let round = 0; round < sums.length; round += 1) {
    if (left === 0) [bits, left] = [random.bits(), most];
    sums[round] = (sums[round] ?? 0) + (table[bits & (size - 1)] ?? 0);
    bits >>>= width;
    left -= 1;
  }
}

/** Adds to the sums what comes of shuffling a pool. Its order changes, which changes no law. */
function addShuffled(sums: Float64Array, { values, after, rest }: Pool, random: Random): void {
  for (let round = 0; round < sums.length; round += 1) {
    let sum = -rest;
    for (let place = 0; place < after; place += 1) {
      const other = place + random.below(values.length - place);
      const drawn = values[other] ?? 0;
      values[other] = values[place] ?? 0;
      values[place] = drawn;
      sum += drawn;
    }
    sums[round] = (sums[round] ?? 0) + sum;
  }
}

/** Draws random differences. All rounds are drawn table by table, so that only one table is in use at a time. */
export function drawDifferences({ tables, shuffled }: DifferencePlan, rounds: number, random: Random): Float64Array {
  const sums = new Float64Array(rounds);
  for (const table of tables) addEntries(sums, table, random);
  for (const pool of shuffled) addShuffled(sums, pool, random);
  return sums;
}
