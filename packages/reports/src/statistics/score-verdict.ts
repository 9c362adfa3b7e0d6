import type { Verdict, VerdictThresholds } from '@assay/schema';

export const VERDICT_THRESHOLDS: VerdictThresholds = { pass: 0.8, borderline: 0.6 };

const EPSILON = 1e-9;

/**
 * The rule of the schema package, `verdictOf`, for places where that package cannot be loaded
 * because it uses Node's crypto: a browser. A test holds the two together.
 */
export function scoreVerdict(score: number, thresholds: VerdictThresholds = VERDICT_THRESHOLDS): Verdict {
  if (score >= thresholds.pass - EPSILON) return 'pass';
  return score >= thresholds.borderline - EPSILON ? 'borderline' : 'fail';
}
