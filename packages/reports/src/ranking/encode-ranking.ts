import type { KeptRanking, Ranking } from '@assay/schema';

const RANKING_SCHEMA_VERSION = 1;

/** A ranking as the object that is printed: snake_case, with the version of its format. An end of an interval that the data does not set is null, and marked open. */
export function encodeRanking({ groups, pairs, lost, equal, cases, unanswered = [], absent = [], bias }: Ranking): Record<string, unknown> {
  return {
    schema_version: RANKING_SCHEMA_VERSION,
    outcome: lost > 0 ? 'undecided' : groups.length === 0 ? 'inconclusive' : 'ranked',
    groups: groups.map(({ members, tieRate }) => ({
      tie_rate: tieRate,
      members: members.map(({ name, strength, low, high, openAbove, openBelow, wins, losses, ties }) => ({
        name,
        strength,
        low: openBelow ? null : low,
        high: openAbove ? null : high,
        open_below: openBelow,
        open_above: openAbove,
        wins,
        losses,
        ties,
      })),
    })),
    pairs: { compared: pairs, lost, equal },
    cases,
    unanswered,
    absent_judges: absent,
    position_bias: bias,
  };
}

/** A ranking as it is kept beside the rows of a run: with when, over which runs, by whom and by what it was found. */
export function encodeKeptRanking({ at, runs, criterion, judges, ...ranking }: KeptRanking): Record<string, unknown> {
  return { ...encodeRanking(ranking), ranked_at: at, runs, criterion, judges };
}
