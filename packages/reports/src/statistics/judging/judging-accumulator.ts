import type { JudgeVote, JudgingSummary, ResultRow, VerdictThresholds } from '@assay/schema';
import { alphaOfSums, ratingSums } from '@assay/statistics';
import { clusterOf } from '../figures/cluster-of.js';
import { createClusters } from '../figures/clusters.js';
import { compareNatural } from '../natural-order.js';
import { createCascadeTally } from './cascade-tally.js';
import { createDisputedCriteria } from './disputed-criteria.js';
import { createJudgeTally, type JudgeTally } from './judge-tally.js';
import { questionsOf } from './questions-of.js';

const LEVEL = 0.95;

interface Said {
  readonly id: string;
  readonly model: string;
  readonly score: number | null;
  readonly isFirst: boolean;
  readonly isBackup: boolean;
}

/**
 * What each judge said of a question, once: where replies are compared it is asked in both orders, and its mean counts. What it said in one of them
 * alone is no answer, as which reply was shown first may have led it.
 */
function saidBy(votes: readonly JudgeVote[]): readonly Said[] {
  const byId = new Map<string, JudgeVote[]>();
  for (const vote of votes) {
    const own = byId.get(vote.id);
    if (own) own.push(vote);
    else byId.set(vote.id, [vote]);
  }
  return [...byId].map(([id, own]) => {
    const scores = own.flatMap(({ score }) => score ?? []);
    const { model = '', stage, backup = false } = own[0] ?? {};
    const score = scores.length < own.length ? null : scores.reduce((sum, one) => sum + one, 0) / scores.length;
    return { id, model, score, isFirst: stage === 'first', isBackup: backup };
  });
}

/** Takes the rows of a run, in any order. */
export interface JudgingAccumulator {
  add(row: ResultRow): void;
  /** Undefined while no question was put to several judges. */
  summary(): JudgingSummary | undefined;
}

/** Finds out how far the judges of a run agree, in memory that does not grow with its rows. */
export function createJudgingAccumulator({ pass }: VerdictThresholds): JudgingAccumulator {
  const judges = new Map<string, JudgeTally>();
  const [units, disputed, cascade] = [createClusters(), createDisputedCriteria(), createCascadeTally(pass)];
  let [questions, several] = [0, false];

  function tallyOf({ id, model }: Said): JudgeTally {
    let tally = judges.get(id);
    if (!tally) judges.set(id, (tally = createJudgeTally(id, model)));
    return tally;
  }

  function count(said: readonly Said[], unit: string): void {
    const scores = said.flatMap(({ score }) => score ?? []);
    const sum = scores.reduce((all, score) => all + score, 0);
    for (const one of said) {
      const others = one.score === null || scores.length < 2 ? undefined : (sum - one.score) / (scores.length - 1);
      tallyOf(one).add(one.score, others, unit);
    }
  }

  return {
    add(row) {
      const { suite, suitePath, evaluators } = row;
      // Most rows have no judges, and it takes a while to name their case.
      let unit: string | undefined;
      for (const { criterion, votes } of questionsOf(evaluators)) {
        unit ??= clusterOf(row);
        const said = saidBy(votes);
        count(said, unit);
        several ||= said.length > 1;
        cascade.add(votes, row);
        const panel = said.flatMap(({ score, isFirst, isBackup }) => (score === null || isFirst || isBackup ? [] : [score])).toSorted((a, b) => a - b);
        if (panel.length < 2) continue;
        questions += 1;
        const { ratings, sum, squares, apart } = ratingSums(panel);
        units.add(unit, [ratings, sum, squares, apart]);
        disputed.add({ suite, suitePath, criterion }, (panel.at(-1) ?? 0) - (panel[0] ?? 0));
      }
    },
    summary() {
      const inCascade = cascade.summary();
      if (!several && !inCascade) return undefined;
      const { alpha, interval } = alphaOfSums(units.list().map(([ratings = 0, sum = 0, squares = 0, apart = 0]) => ({ ratings, sum, squares, apart })), { level: LEVEL });
      return {
        judges: [...judges.values()].map((tally) => tally.summary()).toSorted((a, b) => compareNatural(a.id, b.id)),
        ...(questions === 0 ? {} : { agreement: { alpha, ...(interval ? { interval: { ...interval, level: LEVEL } } : {}), questions } }),
        disputed: disputed.list(),
        ...(inCascade ? { cascade: inCascade } : {}),
      };
    },
  };
}
