import { reachable } from './compared-groups.js';
import type { PairCounts } from './fit-davidson.js';

/** Members whose strength has no upper end, and those whose has no lower one. */
export interface OpenEnds {
  readonly above: ReadonlySet<number>;
  readonly below: ReadonlySet<number>;
}

/**
 * Strengths that can grow for ever beside a rate of ties that grows with them, so that whoever won once only wins or is level: winners
 * at least one step above those whom they beat, and who were level at most one step apart.
 * @returns undefined where there are none, as soon as somebody won and lost in a circle
 */
function growingStrengths({ wins, ties }: PairCounts): number[] | undefined {
  const size = wins.length;
  const strengths = Array.from({ length: size }, () => 0);
  // Bellman and Ford: what must be lowered more often than there are members is lowered for ever.
  for (let round = 0; round <= size; round += 1) {
    let isDone = true;
    for (let one = 0; one < size; one += 1) {
      for (let other = 0; other < size; other += 1) {
        const bounds = [];
        if ((wins[one]?.[other] ?? 0) > 0) bounds.push((strengths[one] ?? 0) - 1);
        if ((ties[one]?.[other] ?? 0) > 0) bounds.push((strengths[one] ?? 0) + 1);
        const most = Math.min(...bounds);
        if ((strengths[other] ?? 0) <= most) continue;
        strengths[other] = most;
        isDone = false;
      }
    }
    if (isDone) return strengths;
  }
  return undefined;
}

const has = (matrix: PairCounts['wins']): boolean => matrix.some((line) => line.some((count) => count > 0));

/**
 * Where the likelihood of Bradley and Terry's model with Davidson's ties has no maximum: a member, or those above it with it, never lost to the
 * rest nor were level, or ties are as likely as one likes beside strengths that are far apart.
 * @param cases how many there are: a single one shows nothing of how strengths vary
 */
export function openEnds(counts: PairCounts, cases: number): OpenEnds {
  const { wins, ties } = counts;
  const members = [...wins.keys()];
  // Strengths are how wins and losses share what is decided: where all are level, whatever they are, a high enough rate of ties makes ties likely.
  if (!has(wins) || cases === 1) return { above: new Set(members), below: new Set(members) };
  const count = (matrix: PairCounts['wins'], row: number, column: number): boolean => (matrix[row]?.[column] ?? 0) > 0;
  const isBeatenBy = (member: number, by: number): boolean => count(wins, by, member) || count(ties, member, by);
  const beats = (member: number, whom: number): boolean => count(wins, member, whom) || count(ties, member, whom);
  const growing = has(ties) ? growingStrengths(counts) : undefined;
  const mean = growing === undefined ? 0 : growing.reduce((sum, strength) => sum + strength, 0) / growing.length;
  const isFar = (member: number, sign: number): boolean => growing !== undefined && sign * ((growing[member] ?? 0) - mean) > 1e-9;
  return {
    above: new Set(members.filter((member) => reachable(member, members.length, isBeatenBy).size < members.length || isFar(member, 1))),
    below: new Set(members.filter((member) => reachable(member, members.length, beats).size < members.length || isFar(member, -1))),
  };
}
