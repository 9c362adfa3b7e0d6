import { verdictOf, type Verdict, type VerdictThresholds } from '@assay/schema';

/**
 * Why a verdict and a score cannot be said of one reply together; undefined where they can, or where one of them was not said.
 * @param verdicts by which replies of the run pass and are borderline
 */
export function contradiction(verdict: Verdict | null | undefined, score: number | undefined, verdicts: VerdictThresholds): string | undefined {
  if (verdict === undefined || score === undefined) return undefined;
  const meant = verdictOf(score, verdicts);
  if (verdict === meant) return undefined;
  const { pass, borderline } = verdicts;
  return `the verdict is ${verdict}, and the score ${score} means ${meant}: replies of this run pass from ${pass}, and are borderline from ${borderline}`;
}
