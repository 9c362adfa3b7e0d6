import type { AbsentJudge, PositionBias, Ranking } from '@assay/schema';
import { bradleyTerry } from '@assay/statistics';
import { meanOverCases, type CaseValue } from '../statistics/figures/mean-over-cases.js';

/** Two replies to a case that judges compared. */
export interface JudgedPair {
  /** Names of the members that the replies are of. */
  readonly one: string;
  readonly other: string;
  /** Name of the case, the same for all its repeats: pairs of a case are drawn together. */
  readonly case: string;
  /** [0, 1]: 1 when all judges prefer the first, 0.5 for a tie; null when nobody could say. */
  readonly preference: number | null;
  /** What each judge said in both orders; empty for equal replies, about which nobody is asked. */
  readonly orders: readonly {
    readonly judge: string;
    /** Score of the first reply, shown first and shown second, in [0, 1]; null where the judge gave no usable answer. */
    readonly shownFirst: number | null;
    readonly shownSecond: number | null;
  }[];
}

/** Preferences nearer to one half are ties: floating-point noise of means. */
const NOISE = 1e-9;

function winnerOf(preference: number): 'one' | 'other' | 'tie' {
  if (Math.abs(preference - 0.5) < NOISE) return 'tie';
  return preference > 0.5 ? 'one' : 'other';
}

interface Led {
  first: number;
  second: number;
  readonly values: CaseValue[];
}

function biasOf(pairs: readonly JudgedPair[]): readonly PositionBias[] {
  const found = new Map<string, Led>();
  for (const pair of pairs) {
    for (const { judge, shownFirst, shownSecond } of pair.orders) {
      if (shownFirst === null || shownSecond === null) continue;
      const own = found.get(judge) ?? { first: 0, second: 0, values: [] };
      found.set(judge, own);
      if (shownFirst > shownSecond) own.first += 1;
      else if (shownFirst < shownSecond) own.second += 1;
      own.values.push({ cluster: pair.case, value: shownFirst === shownSecond ? 0 : 1 });
    }
  }
  return [...found]
    .map(([judge, { first, second, values }]) => {
      const { value, low, high, cases } = meanOverCases(values, { low: 0, high: 1 });
      return { judge, pairs: values.length, first, second, ...(value === null ? {} : { led: { rate: value, low, high, cases } }) };
    })
    .toSorted((a, b) => (a.judge < b.judge ? -1 : 1));
}

/** Judges that gave no usable answer in both orders on pairs that others judged. */
function absentOf(judged: readonly Pick<JudgedPair, 'orders'>[]): readonly AbsentJudge[] {
  const found = new Map<string, number>();
  for (const { judge, shownFirst, shownSecond } of judged.flatMap(({ orders }) => orders)) if (shownFirst === null || shownSecond === null) found.set(judge, (found.get(judge) ?? 0) + 1);
  return [...found].map(([judge, pairs]) => ({ judge, pairs })).toSorted((a, b) => (a.judge < b.judge ? -1 : 1));
}

/** Ranks members by what judges said of pairs of their replies. */
export function rankMembers(pairs: readonly JudgedPair[]): Ranking {
  const judged = pairs.flatMap(({ preference, ...pair }) => (preference === null ? [] : [{ ...pair, winner: winnerOf(preference) }]));
  // In an order that does not depend on that in which judges answered.
  const sorted = judged.toSorted((a, b) => {
    const [x, y] = [a, b].map((pair) => JSON.stringify([pair.case, pair.one, pair.other, pair.winner])) as [string, string];
    return x < y ? -1 : x > y ? 1 : 0;
  });
  const absent = absentOf(judged);
  return {
    groups: bradleyTerry(sorted).toSorted((a, b) => b.members.length - a.members.length),
    pairs: pairs.length,
    lost: pairs.length - judged.length,
    equal: pairs.filter(({ preference, orders }) => preference !== null && orders.length === 0).length,
    cases: new Set(pairs.map((pair) => pair.case)).size,
    ...(absent.length > 0 ? { absent } : {}),
    bias: biasOf(pairs),
  };
}
