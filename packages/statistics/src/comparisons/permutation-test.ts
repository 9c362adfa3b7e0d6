import { requireCount, requirePositive, requireWithin } from '../checks/require-number.js';
import { requireObject, requireOneOf } from '../checks/require-shape.js';
import { createRandom } from '../chance/random.js';
import { poolUnits, waysOf, writeDifferences, type ExchangeableUnit, type Pools } from './permutation-pools.js';
import { drawDifferences, workOfDraw } from './random-differences.js';

/** `less`: after is lower than before. */
export type Alternative = 'less' | 'greater' | 'two-sided';

const ALTERNATIVES: readonly Alternative[] = ['less', 'greater', 'two-sided'];

export interface PermutationDraws {
  /** Draws, at least 1: 9,999 unless given, fewer where there are very many replies, but at least 999. */
  readonly rounds?: number;
  /** Where `rounds` is not given: about how many numbers are looked up for all draws, above 0; 30,000,000 unless given, some tenths of a second. */
  readonly work?: number;
  /** Up to so many arrangements all of them are gone through, and nothing is drawn: at least 0; 100,000 unless given. */
  readonly exactUpTo?: number;
  /** A whole number of at least 0; 1 unless given. */
  readonly seed?: number;
  /** By how much each value may be off, as it was rounded: at least 0, and 0 unless given. Differences that this alone may set apart are ties. */
  readonly rounding?: number;
}

export interface PermutationOptions extends PermutationDraws {
  /** What is looked for; 'two-sided' unless given. */
  readonly alternative?: Alternative;
}

/** Whatever was looked for. */
interface PermutedDifference {
  /** Weighted mean of after less before. */
  readonly difference: number;
  /** Arrangements that were looked at. */
  readonly rounds: number;
  /** Whether these were all that there are. */
  readonly exact: boolean;
}

export interface PermutationResult extends PermutedDifference {
  /** The chance of a difference at least as large where it makes no difference which reply is before and which is after. Above 0. */
  readonly p: number;
}

/** The chances of a difference at least as large in each direction, and in either. Each is above 0. */
export interface PermutationResults extends PermutedDifference {
  readonly less: number;
  readonly greater: number;
  readonly twoSided: number;
}

const MOST_WORK = 3e7;
const MOST_ROUNDS = 9999;
const FEWEST_ROUNDS = 999;

interface Hits {
  less: number;
  greater: number;
  twoSided: number;
}

/** The largest that a difference could be. */
function sizeOf({ count, values, starts, rest }: Pools): number {
  let size = 0;
  for (let index = 0; index < count; index += 1) {
    let inPool = 0;
    for (let place = starts[index] ?? 0; place < (starts[index + 1] ?? 0); place += 1) inPool += Math.abs(values[place] ?? 0);
    size += Math.abs(rest[index] ?? 0) + inPool;
  }
  return size;
}

/** A mean is off by no more than its values are, a difference of two by twice as much, and two such differences may be apart by that of both. */
const ROUNDINGS = 4;

/** Counts differences that are at least as large as the observed one. Ties count, roundings do not make them differ. */
function createCounter(observed: number, pools: Pools, rounding: number): { count(difference: number): void; readonly hits: Hits } {
  const slack = 1e-12 * sizeOf(pools) + ROUNDINGS * rounding * pools.share;
  const hits: Hits = { less: 0, greater: 0, twoSided: 0 };
  return {
    count(difference) {
      if (difference <= observed + slack) hits.less += 1;
      if (difference >= observed - slack) hits.greater += 1;
      if (Math.abs(difference) >= Math.abs(observed) - slack) hits.twoSided += 1;
    },
    hits,
  };
}

/** Goes through every arrangement of all pools. */
function visitAll(pools: Pools, count: (difference: number) => void): void {
  const each = Array.from({ length: pools.count }, (_, index) => {
    const differences = new Float64Array(waysOf(pools, index));
    writeDifferences(pools, index, differences);
    return differences;
  });
  const walk = (index: number, sum: number): void => {
    const ways = each[index];
    if (ways === undefined) count(sum);
    else for (const way of ways) walk(index + 1, sum + way);
  };
  walk(0, 0);
}

/** The product over all pools, of numbers that a computer has. */
function countArrangements(pools: Pools): number {
  let arrangements = 1;
  for (let index = 0; index < pools.count; index += 1) arrangements = Math.min(Number.MAX_VALUE, arrangements * waysOf(pools, index));
  return arrangements;
}

/**
 * The three tests of {@link permutationTest} at once, from the same arrangements.
 * @throws {RangeError} for other arguments: units without values on a side, no unit with a weight
 */
export function permutationTests(units: readonly ExchangeableUnit[], options: PermutationDraws = {}): PermutationResults {
  requireObject('options', options);
  const { exactUpTo = 100_000, seed = 1, work = MOST_WORK, rounding = 0 } = options;
  requireWithin('exactUpTo', exactUpTo, 0, Number.POSITIVE_INFINITY);
  requireCount('seed', seed, 0);
  if (options.rounds !== undefined) requireCount('rounds', options.rounds, 1);
  requirePositive('work', work);
  requireWithin('rounding', rounding, 0, Number.MAX_VALUE);
  const { pools, observed: difference } = poolUnits(units);
  const arrangements = countArrangements(pools);
  const { count, hits } = createCounter(difference, pools, rounding);
  const shares = (of: (hits: number) => number) => ({ less: of(hits.less), greater: of(hits.greater), twoSided: of(hits.twoSided) });
  if (arrangements <= exactUpTo) {
    visitAll(pools, count);
    return { difference, ...shares((found) => found / arrangements), rounds: arrangements, exact: true };
  }
  const rounds = options.rounds ?? Math.max(FEWEST_ROUNDS, Math.min(MOST_ROUNDS, Math.floor(work / workOfDraw(pools))));
  for (const drawn of drawDifferences(pools, rounds, createRandom(seed))) count(drawn);
  return { difference, ...shares((found) => (1 + found) / (1 + rounds)), rounds, exact: false };
}

/**
 * Whether `after` differs from `before`, paired by unit: replies change sides within each unit, and only there, as they could if it made no
 * difference which is which (Fisher 1935; Good 2005). Right for any law and few units. With one reply on each side it is the test that flips
 * signs. p = (1 + as large) / (1 + rounds) for draws (Phipson and Smyth 2010), the share of all arrangements where these are few.
 * @throws {RangeError} for other arguments: units without values on a side, no unit with a weight
 */
export function permutationTest(units: readonly ExchangeableUnit[], options: PermutationOptions = {}): PermutationResult {
  requireObject('options', options);
  const { alternative = 'two-sided', ...draws } = options;
  requireOneOf('alternative', alternative, ALTERNATIVES);
  const { difference, less, greater, twoSided, rounds, exact } = permutationTests(units, draws);
  return { difference, p: alternative === 'less' ? less : alternative === 'greater' ? greater : twoSided, rounds, exact };
}
