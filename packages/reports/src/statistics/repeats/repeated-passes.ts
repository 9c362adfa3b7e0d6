import type { RepeatedPasses, ScoreInterval } from '@assay/schema';
import { clopperPearson } from '@assay/statistics';

const LEVEL = 0.95;

/** How often a case passed, of how many scored repeats. */
export interface CaseCount {
  readonly passed: number;
  readonly scored: number;
}

function shareOf(count: number, cases: number): { readonly share: number | null; readonly interval?: ScoreInterval } {
  if (cases === 0) return { share: null };
  return { share: count / cases, interval: { ...clopperPearson(count, cases, LEVEL), level: LEVEL, clusters: cases, method: 'clopper_pearson' } };
}

/**
 * pass@k (Chen et al., arXiv 2107.03374) and pass^k (Yao et al., arXiv 2406.12045) for k planned repeats of each case: of k replies one at least passed, or
 * all of them. Cases with a repeat that has no score are left out of both: what is known of them by chance would lean to one side.
 * @param k at least 2
 */
export function repeatedPasses(counts: Iterable<CaseCount>, k: number): Omit<RepeatedPasses, 'suite' | 'suitePath' | 'target' | 'variant'> {
  let [cases, incomplete, some, all] = [0, 0, 0, 0];
  for (const { passed, scored } of counts) {
    if (scored < k) incomplete += 1;
    else {
      cases += 1;
      if (passed > 0) some += 1;
      if (passed === scored) all += 1;
    }
  }
  const [one, every] = [shareOf(some, cases), shareOf(all, cases)];
  return {
    k,
    cases,
    incomplete,
    passAtK: one.share,
    ...(one.interval && { passAtKInterval: one.interval }),
    passHatK: every.share,
    ...(every.interval && { passHatKInterval: every.interval }),
  };
}
