import { suiteKey, type ResultRow, type SeatedJudge, type SuiteIdentity } from '@assay/schema';
import { votesIn } from '../../calibration/judge-votes.js';
import { distinctSeats, seatKey, seatOf } from '../../calibration/seats.js';
import type { SuiteJudges } from './judged-apart.js';

/** Collects who judged. Only votes that count are looked at: judges that were lost, and those that stood in for them, are no other panel. */
export interface JudgesOfRun {
  add(row: ResultRow): void;
  of(target: string, suite: SuiteIdentity): SuiteJudges;
}

type Seats = Record<'first' | 'panel', Map<string, SeatedJudge>>;

/** Made for each run that is compared: its rows are added, and then it says who judged a suite on a target. */
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
