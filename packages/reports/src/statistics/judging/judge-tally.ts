import type { JudgeSummary } from '@assay/schema';
import { createExactSum } from '../figures/exact-sum.js';
import { createRangedMean } from '../figures/ranged-mean.js';
import { createScoreInterval } from '../figures/score-interval.js';

/** One judge's scores, and those of the others on the same questions. */
export interface JudgeTally {
  /**
   * @param others Mean score of the others; undefined when there is none
   * @param unit the case or conversation: questions about one hang together
   */
  add(score: number | null, others: number | undefined, unit: string): void;
  summary(): JudgeSummary;
}

export function createJudgeTally(id: string, model: string): JudgeTally {
  const [scores, interval, apart] = [createExactSum(), createScoreInterval(), createRangedMean({ low: -1, high: 1 })];
  let [asked, lost] = [0, 0];
  return {
    add(score, others, unit) {
      asked += 1;
      if (score === null) {
        lost += 1;
        return;
      }
      scores.add(score);
      interval.add({ score, caseWeight: 1, caseId: unit });
      if (others !== undefined) apart.add(score - others, unit);
    },
    summary() {
      const scored = asked - lost;
      const mean = scored === 0 ? null : Math.min(1, scores.value() / scored);
      const [meanInterval, lean] = [interval.value(), apart.value()];
      return {
        id,
        model,
        asked,
        lost,
        mean,
        ...(meanInterval ? { meanInterval } : {}),
        lean: lean?.mean ?? null,
        ...(lean ? { leanInterval: lean.interval } : {}),
        shared: apart.count(),
      };
    },
  };
}
