import { permutationTests } from '@assay/statistics';

/** Arrangements of a single case that are gone through one by one, and draws where there are more: a list of cases needs no more digits. */
const [EXACT_UP_TO, ROUNDS] = [2000, 499];

/** Ways to choose `chosen` of `all`. */
function ways(all: number, chosen: number): number {
  let found = 1;
  for (let step = 1; step <= chosen; step += 1) found = (found * (all - chosen + step)) / step;
  return found;
}

/** Fisher's exact test for replies with two values: how many of the higher ones are on each side. */
function chanceOfTwoValues(before: number, after: number, high: number, highAfter: number): number {
  const size = (inAfter: number): number => Math.abs(inAfter / after - (high - inAfter) / before);
  const observed = size(highAfter);
  let hits = 0;
  for (let inAfter = Math.max(0, high - before); inAfter <= Math.min(high, after); inAfter += 1) {
    if (size(inAfter) >= observed - 1e-12) hits += ways(high, inAfter) * ways(before + after - high, after - inAfter);
  }
  return Math.min(1, hits / ways(before + after, after));
}

/** Replies beyond which ways cannot be counted in numbers. */
const MOST_REPLIES = 900;

/**
 * The chance of a difference at least as large, in either direction, between the replies to one case where it makes no difference which
 * side they are from. With one reply on each side that is 1: they may always have come the other way round.
 * @param rounding by how much each score may be off, as it was written down with few decimals
 */
export function caseChance(before: readonly number[], after: readonly number[], rounding = 0): number {
  if (before.length === 1 && after.length === 1) return 1;
  const values = [...new Set([...before, ...after])];
  const [one = 0, other = one] = values;
  if (values.length === 1) return 1;
  if (values.length === 2 && before.length + after.length <= MOST_REPLIES) {
    const high = Math.max(one, other);
    const count = (side: readonly number[]): number => side.filter((value) => value === high).length;
    return chanceOfTwoValues(before.length, after.length, count(before) + count(after), count(after));
  }
  return permutationTests([{ before, after }], { exactUpTo: EXACT_UP_TO, rounds: ROUNDS, rounding }).twoSided;
}
