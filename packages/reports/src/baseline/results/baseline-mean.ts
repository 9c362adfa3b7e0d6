import type { Baseline } from '@assay/schema';
import { createExactSum } from '../../statistics/figures/exact-sum.js';

/** The score of a baseline, [0, 1]: the mean of its scored cases weighted by case; null without any of a weight above 0. */
export function baselineMean({ cases }: Pick<Baseline, 'cases'>): number | null {
  const [sum, total] = [createExactSum(), createExactSum()];
  for (const { score, weight = 1 } of cases.values()) {
    if (score === null) continue;
    sum.add(weight * score);
    total.add(weight);
  }
  const weights = total.value();
  return weights > 0 ? Math.min(1, sum.value() / weights) : null;
}
