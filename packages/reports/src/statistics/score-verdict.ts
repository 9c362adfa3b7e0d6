import type { Verdict, VerdictThresholds } from '@assay/schema';

export const VERDICT_THRESHOLDS: VerdictThresholds = { pass: 0.8, borderline: 0.6 };

const EPSILON = 1e-9;

/** True for a score that is at least so high, rounding noise apart. */
export function reachesScore(score: number, bound: number): boolean {
  return score >= bound - EPSILON;
}

/**
 * The rule of the schema package, `verdictOf`, for places where that package cannot be loaded
 * because it uses Node's crypto: a browser. A test holds the two together.
 */
export function scoreVerdict(score: number, thresholds: VerdictThresholds = VERDICT_THRESHOLDS): Verdict {
  if (reachesScore(score, thresholds.pass)) return 'pass';
  return reachesScore(score, thresholds.borderline) ? 'borderline' : 'fail';
}
