import { requireBetween, requireCount, requirePositive } from '../checks/require-number.js';
import { createRandom } from '../chance/random.js';
import { DEFAULT_LEVEL } from '../intervals/interval.js';
import { quantileOfSorted } from '../means/quantile.js';
import { comparedGroups, reachable } from './compared-groups.js';
import { fitDavidson, type PairCounts } from './fit-davidson.js';

/** One comparison of the replies of two members to a case. */
export interface Comparison {
  readonly one: string;
  readonly other: string;
  readonly winner: 'one' | 'other' | 'tie';
  /** The case; comparisons of the same case are drawn together. A case of its own unless given. */
  readonly case?: string | number;
}

export interface BradleyTerryOptions {
  /** In (0, 1); 0.95 unless given. */
  readonly level?: number;
  /** Draws for the intervals: 500 unless given; 0 for none. */
  readonly rounds?: number;
  /** A whole number of at least 0; 1 unless given. */
  readonly seed?: number;
  /** How strongly strengths are drawn to 0, above 0: as if by a normal law with variance 1/penalty; 0.1 unless given. */
  readonly penalty?: number;
}

export interface RankedMember {
  readonly name: string;
  /** ln of the strength, 0 on average over its group: against one that is weaker by d it wins with the chance 1 / (1 + e^−d), ties aside. */
  readonly strength: number;
  /** Ends of the interval of the strength; null where they were not asked for. */
  readonly low: number | null;
  readonly high: number | null;
  /** It, or those above it with it, never lost to the rest of the group nor were level, or all comparisons are ties or of one case: the data set no upper end. */
  readonly openAbove: boolean;
  /** The same downwards. */
  readonly openBelow: boolean;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
}

/** Members that were compared with each other, if only by way of others. Strengths of different groups say nothing of each other. */
export interface RankedGroup {
  /** The strongest first. */
  readonly members: readonly RankedMember[];
  /** Davidson's ν: two of equal strength are level with the chance ν / (2 + ν). */
  readonly tieRate: number;
}

function countPairs(comparisons: readonly Comparison[], places: ReadonlyMap<string, number>): PairCounts {
  const zeros = (): number[][] => Array.from({ length: places.size }, () => Array.from({ length: places.size }, () => 0));
  const [wins, ties] = [zeros(), zeros()];
  const add = (matrix: number[][], row: number, column: number): void => {
    const line = matrix[row] ?? [];
    line[column] = (line[column] ?? 0) + 1;
  };
  for (const { one, other, winner } of comparisons) {
    const [first, second] = [places.get(one), places.get(other)];
    if (first === undefined || second === undefined) continue;
    if (winner === 'one') add(wins, first, second);
    else if (winner === 'other') add(wins, second, first);
    else {
      add(ties, first, second);
      add(ties, second, first);
    }
  }
  return { wins, ties };
}

/** Strengths by draws of whole cases, for each member in ascending order. */
function drawnStrengths(comparisons: readonly Comparison[], places: ReadonlyMap<string, number>, options: Required<BradleyTerryOptions>): Float64Array[] {
  const cases = new Map<string | number | symbol, Comparison[]>();
  for (const comparison of comparisons) {
    const name = comparison.case ?? Symbol('case');
    cases.set(name, [...(cases.get(name) ?? []), comparison]);
  }
  const units = [...cases.values()];
  const random = createRandom(options.seed);
  const drawn = Array.from(places, () => new Float64Array(options.rounds));
  for (let round = 0; round < options.rounds; round += 1) {
    const sample = units.flatMap(() => units[random.below(units.length)] ?? []);
    const { strengths } = fitDavidson(countPairs(sample, places), options.penalty);
    for (const [member, strength] of strengths.entries()) (drawn[member] ?? [])[round] = strength;
  }
  return drawn.map((values) => values.sort());
}

/** Differences between draws that are floating-point noise of the fit. */
const SAME = 1e-9;

/**
 * Ends for a member whose strength is the same in every draw: cases that show no variation are no sign that there is none. Of n cases without
 * one that the member wins throughout, a share of up to 1 − (α/2)^(1/n) of all may be such (Clopper and Pearson's limit for 0 of n): the upper end is
 * the strength where this share of what was seen is replaced by wins of it, the lower end where it is by losses.
 */
function unseenEnds(member: number, { wins, ties }: PairCounts, cases: number, { level, penalty }: Required<BradleyTerryOptions>): { readonly low: number; readonly high: number } {
  const share = 1 - ((1 - level) / 2) ** (1 / cases);
  const at = (matrix: PairCounts['wins'], row: number, column: number): number => matrix[row]?.[column] ?? 0;
  const met = (other: number): number => at(wins, member, other) + at(wins, other, member) + at(ties, member, other);
  const strengthWith = (isWinner: boolean): number => {
    const kept = (matrix: PairCounts['wins']): number[][] => matrix.map((line) => line.map((count) => count * (1 - share)));
    const more = kept(wins);
    for (const other of wins.keys()) {
      if (other === member) continue;
      const [row, column] = isWinner ? [member, other] : [other, member];
      const line = more[row] ?? [];
      line[column] = (line[column] ?? 0) + share * met(other);
    }
    return fitDavidson({ wins: more, ties: kept(ties) }, penalty).strengths[member] ?? 0;
  };
  return { low: strengthWith(false), high: strengthWith(true) };
}

function endsOf(member: number, sorted: Float64Array, counts: PairCounts, cases: number, options: Required<BradleyTerryOptions>): { readonly low: number; readonly high: number } {
  const isSame = (sorted.at(-1) ?? 0) - (sorted[0] ?? 0) < SAME;
  if (isSame && cases > 0) return unseenEnds(member, counts, cases, options);
  return { low: quantileOfSorted(sorted, (1 - options.level) / 2), high: quantileOfSorted(sorted, (1 + options.level) / 2) };
}

function rankGroup(names: readonly string[], comparisons: readonly Comparison[], options: Required<BradleyTerryOptions>): RankedGroup {
  const places = new Map(names.map((name, place) => [name, place]));
  const ofGroup = comparisons.filter(({ one }) => places.has(one));
  const counts = countPairs(ofGroup, places);
  const { wins, ties } = counts;
  const { strengths, tieRate } = fitDavidson(counts, options.penalty);
  const drawn = options.rounds === 0 ? [] : drawnStrengths(ofGroup, places, options);
  const count = (matrix: PairCounts['wins'], row: number, column: number): number => matrix[row]?.[column] ?? 0;
  const level = (row: number, column: number): boolean => count(ties, row, column) > 0;
  const isBeatenBy = (member: number, by: number): boolean => count(wins, by, member) > 0 || level(member, by);
  const beats = (member: number, whom: number): boolean => count(wins, member, whom) > 0 || level(member, whom);
  const sum = (matrix: PairCounts['wins'], member: number): number => names.reduce((all, _, other) => all + count(matrix, member, other), 0);
  // A single case drawn again is the same case: nothing shows how strengths vary. Nor does anything where all are level: strengths are how wins
  // and losses share what is decided, and whatever they are, a high enough rate of ties makes nothing but ties likely.
  const isUnknown = wins.every((line) => line.every((won) => won === 0)) || ofGroup.every((comparison) => comparison.case !== undefined && comparison.case === ofGroup[0]?.case);
  const cases = new Set(ofGroup.map((comparison, index) => comparison.case ?? index)).size;
  const members = names.map((name, member): RankedMember => {
    const sorted = drawn[member];
    const ends = sorted === undefined ? { low: null, high: null } : endsOf(member, sorted, counts, cases, options);
    return {
      name,
      strength: strengths[member] ?? 0,
      ...ends,
      openAbove: isUnknown || reachable(member, names.length, isBeatenBy).size < names.length,
      openBelow: isUnknown || reachable(member, names.length, beats).size < names.length,
      wins: sum(wins, member),
      losses: names.reduce((all, _, other) => all + count(wins, other, member), 0),
      ties: sum(ties, member),
    };
  });
  return { members: members.sort((a, b) => b.strength - a.strength), tieRate };
}

/**
 * Ranks members by comparisons of pairs: Bradley and Terry's model (1952) with Davidson's ties (1970), slightly drawn to equality so that it
 * exists where one always wins. Intervals are percentiles over draws of whole
 * cases; where all draws are the same, they hold what the number of cases leaves possible.
 * @param comparisons in any order; those of a member with itself count for nothing
 * @returns groups that were not compared with each other stand apart
 * @throws {RangeError} for options out of range
 */
export function bradleyTerry(comparisons: readonly Comparison[], options: BradleyTerryOptions = {}): RankedGroup[] {
  const { level = DEFAULT_LEVEL, rounds = 500, seed = 1, penalty = 0.1 } = options;
  requireBetween('level', level, 0, 1);
  requireCount('rounds', rounds, 0);
  requirePositive('penalty', penalty);
  const kept = comparisons.filter(({ one, other }) => one !== other);
  const names = [...new Set(kept.flatMap(({ one, other }) => [one, other]))];
  const pairs = new Set(kept.flatMap(({ one, other }) => [JSON.stringify([one, other]), JSON.stringify([other, one])]));
  const compared = (one: number, other: number): boolean => pairs.has(JSON.stringify([names[one], names[other]]));
  return comparedGroups(names.length, compared).map((group) =>
    rankGroup(group.map((member) => names[member] ?? ''), kept, { level, rounds, seed, penalty }),
  );
}
