import type { Random } from '../chance/random.js';
import { poolAt, waysOf, writeDifferences, type Pool, type Pools } from './permutation-pools.js';

/** Entries of a table: so many fit into the cache that is next to the processor. */
const MOST_ENTRIES = 1024;
/** Pools with more arrangements are shuffled. */
const MOST_WAYS = 65_536;

/** Pools that are put together: all sums of one difference of each, each as likely as the others. */
interface Table {
  readonly sums: Float64Array;
  size: number;
}

/** Whether the differences of one more pool fit into a table. */
const fits = (size: number, ways: number): boolean => size * ways <= MOST_ENTRIES;

/** How much work one draw is, in numbers that are looked up. */
export function workOfDraw(pools: Pools): number {
  const open = new Map<number, number>();
  let work = 0;
  for (let index = 0; index < pools.count; index += 1) {
    const ways = waysOf(pools, index);
    const size = open.get(ways);
    if (ways > MOST_WAYS) work += 4 * (pools.after[index] ?? 0);
    else if (size !== undefined && fits(size, ways)) open.set(ways, size * ways);
    else {
      if (size !== undefined) work += 1;
      open.set(ways, ways);
    }
  }
  return work + open.size;
}

/** All sums of an entry of a table and one of the differences, from the last one on: so none is overwritten before it was read. */
function cross(table: Table, differences: Float64Array, ways: number): void {
  for (let place = table.size - 1; place >= 0; place -= 1) {
    const sum = table.sums[place] ?? 0;
    for (let way = 0; way < ways; way += 1) table.sums[place * ways + way] = sum + (differences[way] ?? 0);
  }
  table.size *= ways;
}

/**
 * Puts pools together: ten pools of one reply on each side have 1,024 arrangements in all, so that one random number and one look into a
 * table draw for all ten. Each table is there only while it is visited: those of 100,000 pools are 80 MB.
 */
function visitTables(pools: Pools, visit: (table: Float64Array) => void): void {
  // Tables that are not full, by how many arrangements a pool of theirs has: equal ones fill a table best.
  const open = new Map<number, Table>();
  let differences = new Float64Array(0);
  for (let index = 0; index < pools.count; index += 1) {
    const ways = waysOf(pools, index);
    if (ways > MOST_WAYS) continue;
    let table = open.get(ways);
    if (table === undefined) open.set(ways, (table = { sums: new Float64Array(Math.max(ways, MOST_ENTRIES)), size: 0 }));
    if (differences.length < ways) differences = new Float64Array(ways);
    writeDifferences(pools, index, differences);
    if (table.size > 0 && fits(table.size, ways)) cross(table, differences, ways);
    else {
      if (table.size > 0) visit(table.sums.subarray(0, table.size));
      table.sums.set(differences.subarray(0, ways));
      table.size = ways;
    }
  }
  for (const { sums, size } of open.values()) visit(sums.subarray(0, size));
}

/** Adds random entries of a table to the sums. With a power of two the bits of one number serve for several. */
function addEntries(sums: Float64Array, table: Float64Array, random: Random): void {
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
export function drawDifferences(pools: Pools, rounds: number, random: Random): Float64Array {
  const sums = new Float64Array(rounds);
  visitTables(pools, (table) => addEntries(sums, table, random));
  for (let index = 0; index < pools.count; index += 1) {
    if (waysOf(pools, index) > MOST_WAYS) addShuffled(sums, poolAt(pools, index), random);
  }
  return sums;
}
