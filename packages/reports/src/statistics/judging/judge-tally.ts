import type { JudgeSummary } from '@assay/schema';
import { createExactSum } from '../figures/exact-sum.js';

/** One judge's scores, and those of the others on the same questions. */
export interface JudgeTally {
  /** @param others Mean score of the others; undefined when there is none */
  add(score: number | null, others: number | undefined): void;
  summary(): JudgeSummary;
}

export function createJudgeTally(id: string, model: string): JudgeTally {
  const [scores, apart] = [createExactSum(), createExactSum()];
  let [asked, lost, shared] = [0, 0, 0];
  return {
    add(score, others) {
      asked += 1;
      if (score === null) lost += 1;
      else scores.add(score);
      if (score === null || others === undefined) return;
      shared += 1;
      apart.add(score - others);
    },
    summary() {
      const scored = asked - lost;
      return { id, model, asked, lost, mean: scored === 0 ? null : Math.min(1, scores.value() / scored), lean: shared === 0 ? null : apart.value() / shared, shared };
    },
  };
}
