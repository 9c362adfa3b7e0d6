import { requireCount } from '../checks/require-number.js';
import { createRandom } from '../chance/random.js';
import { choices, everyDifference, poolUnits, shuffledDifference, type ExchangeableUnit, type Pool } from './permutation-pools.js';

/** `less`: after is lower than before. */
export type Alternative = 'less' | 'greater' | 'two-sided';

export interface PermutationOptions {
  /** What is looked for; 'two-sided' unless given. */
  readonly alternative?: Alternative;
  /** Draws, at least 1: 9,999 unless given, fewer where there are very many replies, but at least 999. */
  readonly rounds?: number;
  /** Up to so many arrangements all of them are gone through, and nothing is drawn; 20,000 unless given. */
  readonly exactUpTo?: number;
  /** A whole number of at least 0; 1 unless given. */
  readonly seed?: number;
}

export interface PermutationResult {
  /** Weighted mean of after less before. */
  readonly difference: number;
  /** The chance of a difference at least as large where it makes no difference which reply is before and which is after. Above 0. */
  readonly p: number;
  /** Arrangements that were looked at. */
  readonly rounds: number;
  /** Whether these were all that there are. */
  readonly exact: boolean;
}

/** Replies that are moved in all draws together: some seconds. */
const MOST_MOVES = 4e8;
const MOST_ROUNDS = 9999;
const FEWEST_ROUNDS = 999;

/** Whether a difference counts as at least as large as the observed one. Ties count, roundings do not make them differ. */
function asLarge(alternative: Alternative, observed: number, pools: readonly Pool[]): (difference: number) => boolean {
  const size = pools.reduce((sum, { values, rest }) => sum + Math.abs(rest) + values.reduce((all, value) => all + Math.abs(value), 0), 0);
  const slack = 1e-12 * size;
  if (alternative === 'less') return (difference) => difference <= observed + slack;
  if (alternative === 'greater') return (difference) => difference >= observed - slack;
  return (difference) => Math.abs(difference) >= Math.abs(observed) - slack;
}

/** Goes through every arrangement of all pools. */
function countAll(pools: readonly Pool[], counts: (difference: number) => boolean): number {
  const each = pools.map(everyDifference);
  let hits = 0;
  const walk = (index: number, sum: number): void => {
    const ways = each[index];
    if (ways === undefined) {
      if (counts(sum)) hits += 1;
      return;
    }
    for (const way of ways) walk(index + 1, sum + way);
  };
  walk(0, 0);
  return hits;
}

/**
 * Whether `after` differs from `before`, paired by unit: replies change sides within each unit, and only there, as they could if it made no
 * difference which is which (Fisher 1935; Good 2005). Right for any law and few units. With one reply on each side it is the test that flips
 * signs. p = (1 + as large) / (1 + rounds) for draws (Phipson and Smyth 2010), the share of all arrangements where these are few.
 * @throws {RangeError} for units without values on a side, or no unit with a weight
 */
export function permutationTest(units: readonly ExchangeableUnit[], options: PermutationOptions = {}): PermutationResult {
  const { alternative = 'two-sided', exactUpTo = 20_000, seed = 1 } = options;
  const { pools, observed: difference } = poolUnits(units);
  let arrangements = 1;
  for (const { values, after } of pools) arrangements = Math.min(Number.MAX_VALUE, arrangements * choices(values.length, after));
  const counts = asLarge(alternative, difference, pools);
  if (arrangements <= exactUpTo) {
    return { difference, p: countAll(pools, counts) / arrangements, rounds: arrangements, exact: true };
  }
  // A flip of two replies is one bit, a draw of one of many some twenty times the work.
  const moves = pools.reduce((sum, { values, after }) => sum + (values.length === 2 ? 1 : 4 * after), 0);
  const rounds = options.rounds ?? Math.max(FEWEST_ROUNDS, Math.min(MOST_ROUNDS, Math.floor(MOST_MOVES / moves)));
  requireCount('rounds', rounds, 1);
  const draw = shuffledDifference(createRandom(seed));
  let hits = 0;
  for (let round = 0; round < rounds; round += 1) if (counts(draw(pools))) hits += 1;
  return { difference, p: (1 + hits) / (1 + rounds), rounds, exact: false };
}
