import { refuse, requireBetween, requireCount, requirePositive } from '../checks/require-number.js';
import { requireNameAt, requireObject, requireObjects, requireOneOf } from '../checks/require-shape.js';
import { DEFAULT_LEVEL } from '../intervals/interval.js';
import { comparedGroups } from './compared-groups.js';
import { countGames, drawnEnds, type Game } from './drawn-ends.js';
import { fitDavidson } from './fit-davidson.js';
import { openEnds } from './open-ends.js';

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
  /** The data set no upper end: it could be as strong as one likes, and what came out would only be likelier. So too where all comparisons are ties or of one case. */
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

const WINNERS: ReadonlySet<Comparison['winner']> = new Set(['one', 'other', 'tie']);

/** Comparisons among these members by their places, those of a case together. */
function gamesByCase(comparisons: readonly Comparison[], places: ReadonlyMap<string, number>): Game[][] {
  const cases = new Map<string | number | symbol, Game[]>();
  for (const { one, other, winner, case: name = Symbol('case') } of comparisons) {
    const games = cases.get(name) ?? [];
    games.push({ one: places.get(one) ?? 0, other: places.get(other) ?? 0, winner });
    cases.set(name, games);
  }
  return [...cases.values()];
}

function rankGroup(names: readonly string[], comparisons: readonly Comparison[], { level, rounds, seed, penalty }: Required<BradleyTerryOptions>): RankedGroup {
  const size = names.length;
  const cases = gamesByCase(comparisons, new Map(names.map((name, place) => [name, place])));
  const counts = countGames(cases, size);
  const { strengths, tieRate } = fitDavidson(counts, penalty);
  const ends = rounds === 0 ? [] : drawnEnds(cases, { size, level, rounds, seed, penalty });
  const open = openEnds(counts, cases.length);
  const sum = (line: readonly number[] | undefined): number => (line ?? []).reduce((all, count) => all + count, 0);
  const members = names.map((name, member): RankedMember => ({
    name,
    strength: strengths[member] ?? 0,
    low: ends[member]?.low ?? null,
    high: ends[member]?.high ?? null,
    openAbove: open.above.has(member),
    openBelow: open.below.has(member),
    wins: sum(counts.wins[member]),
    losses: sum(counts.wins.map((line) => line[member] ?? 0)),
    ties: sum(counts.ties[member]),
  }));
  return { members: members.sort((a, b) => b.strength - a.strength), tieRate };
}

/**
 * Ranks members by comparisons of pairs: Bradley and Terry's model (1952) with Davidson's ties (1970), slightly drawn to equality so that it
 * exists where one always wins. Intervals are drawn over whole cases, with
 * one more that the member wins or loses, as Gaffke's bound for means has it: few cases that came out alike are no certainty.
 * @param comparisons in any order; those of a member with itself count for nothing
 * @returns groups that were not compared with each other stand apart
 * @throws {RangeError} for other arguments
 */
export function bradleyTerry(comparisons: readonly Comparison[], options: BradleyTerryOptions = {}): RankedGroup[] {
  requireObject('options', options);
  const { level = DEFAULT_LEVEL, rounds = 500, seed = 1, penalty = 0.1 } = options;
  requireBetween('level', level, 0, 1);
  requireCount('rounds', rounds, 0);
  requireCount('seed', seed, 0);
  requirePositive('penalty', penalty);
  requireObjects('comparisons', comparisons);
  for (const [index, { one, other, winner, case: name }] of comparisons.entries()) {
    if (typeof one !== 'string' || typeof other !== 'string') refuse(`a member of comparisons[${index}]`, typeof one === 'string' ? other : one, 'a text');
    if (!WINNERS.has(winner)) requireOneOf(`comparisons[${index}].winner`, winner, [...WINNERS]);
    requireNameAt('comparisons', index, 'case', name);
  }
  const kept = comparisons.filter(({ one, other }) => one !== other);
  const names = [...new Set(kept.flatMap(({ one, other }) => [one, other]))];
  const pairs = new Set(kept.flatMap(({ one, other }) => [JSON.stringify([one, other]), JSON.stringify([other, one])]));
  const compared = (one: number, other: number): boolean => pairs.has(JSON.stringify([names[one], names[other]]));
  return comparedGroups(names.length, compared).map((group) => {
    const members = new Set(group.map((member) => names[member] ?? ''));
    return rankGroup([...members], kept.filter(({ one }) => members.has(one)), { level, rounds, seed, penalty });
  });
}
