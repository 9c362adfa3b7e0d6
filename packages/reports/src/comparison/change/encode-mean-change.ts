import type { MeanChange } from '@assay/schema';

/** A change as the object that is printed: snake_case. */
export function encodeMeanChange(change: MeanChange): Record<string, unknown> {
  return {
    before: change.before,
    after: change.after,
    difference: change.difference,
    low: change.low,
    high: change.high,
    level: change.level,
    bound: change.bound,
    p_worse: change.pWorse,
    p_better: change.pBetter,
    p_worse_adjusted: change.pWorseAdjusted,
    verdict: change.verdict,
    cases: change.cases,
    clusters: change.clusters,
    replies_before: change.repliesBefore,
    replies_after: change.repliesAfter,
    noise_unknown: change.noiseUnknown,
    detectable: change.detectable,
    ...(change.needed === undefined ? {} : { needed: change.needed }),
  };
}
