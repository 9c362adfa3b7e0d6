import type { JudgeSummary } from '@assay/schema';
import { gaffkeRatio } from '@assay/statistics';
import { createClusters } from '../figures/clusters.js';
import { createExactSum } from '../figures/exact-sum.js';

/** One judge's scores, and those of the others on the same questions. */
export interface JudgeTally {
  /**
   * @param others Mean score of the others; undefined when there is none
   * @param unit the case or conversation: questions about one hang together
   */
  add(score: number | null, others: number | undefined, unit: string): void;
  summary(): JudgeSummary;
}

const LEVEL = 0.95;

export function createJudgeTally(id: string, model: string): JudgeTally {
  const [scores, apart] = [createExactSum(), createExactSum()];
  const units = createClusters();
  let [asked, lost, shared] = [0, 0, 0];
  return {
    add(score, others, unit) {
      asked += 1;
      if (score === null) lost += 1;
      else scores.add(score);
      if (score === null || others === undefined) return;
      shared += 1;
      apart.add(score - others);
      units.add(unit, [1, score - others]);
    },
    summary() {
      const scored = asked - lost;
      const mean = scored === 0 ? null : Math.min(1, scores.value() / scored);
      if (shared === 0) return { id, model, asked, lost, mean, lean: null, shared };
      const sums = units.list();
      const ends = gaffkeRatio(sums.map(([, sum = 0]) => sum), sums.map(([weight = 0]) => weight), { low: -1, high: 1, level: LEVEL });
      return { id, model, asked, lost, mean, lean: apart.value() / shared, leanInterval: { ...ends, level: LEVEL }, shared };
    },
  };
}
