import type { EvaluationScore } from '@assay/schema';

/** The score of a check that is met or not: 1 with what holds, or 0 with what does not. */
export function oneCheck(met: boolean, holds: string, fails: string): EvaluationScore {
  return met ? { score: 1, hits: [holds], misses: [] } : { score: 0, hits: [], misses: [fails] };
}
