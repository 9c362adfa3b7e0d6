import { suiteKey, type ResultRow, type SeatedJudge, type SuiteIdentity } from '@assay/schema';
import { votesIn } from '../../calibration/judge-votes.js';
import { distinctSeats, judgingOf, seatKey, seatOf } from '../../calibration/seats.js';

/** Who judged the replies of a target to a suite: a judge that was asked first, and the panel. */
export interface SuiteJudges {
  readonly first: readonly SeatedJudge[];
  readonly panel: readonly SeatedJudge[];
}

/** Collects who judged. Only votes that count are looked at: judges that were lost, and those that stood in for them, are no other panel. */
export interface JudgesOfRun {
  add(row: ResultRow): void;
  of(target: string, suite: SuiteIdentity): SuiteJudges;
}

type Seats = Record<'first' | 'panel', Map<string, SeatedJudge>>;

export function createJudgesOfRun(): JudgesOfRun {
  const bySuite = new Map<string, Seats>();
  const keyOf = (target: string, suite: SuiteIdentity): string => `${suiteKey(suite)}\n${target}`;
  return {
    add(row) {
      const votes = row.evaluators.flatMap(votesIn).filter(({ score, backup = false, stage }) => score !== null && !backup && stage !== 'audit');
      if (votes.length === 0) return;
      const key = keyOf(row.target, row);
      let seats = bySuite.get(key);
      if (!seats) bySuite.set(key, (seats = { first: new Map(), panel: new Map() }));
      for (const vote of votes) seats[vote.stage === 'first' ? 'first' : 'panel'].set(seatKey(vote), seatOf(vote));
    },
    of(target, suite) {
      const { first = new Map<string, SeatedJudge>(), panel = new Map<string, SeatedJudge>() } = bySuite.get(keyOf(target, suite)) ?? {};
      return { first: distinctSeats(first.values()), panel: distinctSeats(panel.values()) };
    },
  };
}

function wordsOf({ first, panel }: SuiteJudges): string {
  if (first.length === 0) return judgingOf(panel);
  return `${judgingOf(first)}${panel.length === 0 ? '' : `, then ${judgingOf(panel)}`}`;
}

/**
 * Who judged on each side, in words, where that differs. A panel that a judge was asked before may not have been needed on one side: its
 * absence is no difference.
 */
export function judgedApart(a: SuiteJudges, b: SuiteJudges): { readonly a: string; readonly b: string } | undefined {
  const differ = (one: readonly SeatedJudge[], other: readonly SeatedJudge[]): boolean => judgingOf(one) !== judgingOf(other);
  const cascades = a.first.length > 0 && b.first.length > 0;
  const isUnneeded = cascades && (a.panel.length === 0 || b.panel.length === 0);
  return differ(a.first, b.first) || (!isUnneeded && differ(a.panel, b.panel)) ? { a: wordsOf(a), b: wordsOf(b) } : undefined;
}
