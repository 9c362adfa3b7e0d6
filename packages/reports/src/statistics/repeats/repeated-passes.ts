import type { RepeatedPasses, ScoreInterval } from '@assay/schema';
import { clopperPearson } from '@assay/statistics';
import { createScoreInterval, type ScoreIntervalBuilder } from '../figures/score-interval.js';

const LEVEL = 0.95;

/** How often a case passed, of how many repeats with a verdict. */
export interface CaseCount {
  readonly passed: number;
  readonly scored: number;
  /** That it is a turn of. */
  readonly conversation?: number | undefined;
}

/** @param turns of conversations, which depend on each other; undefined where all cases stand for themselves */
function shareOf(count: number, cases: number, turns: ScoreIntervalBuilder | undefined): { readonly share: number | null; readonly interval?: ScoreInterval | undefined } {
  if (cases === 0) return { share: null };
  if (turns) return { share: count / cases, interval: turns.value() };
  return { share: count / cases, interval: { ...clopperPearson(count, cases, LEVEL), level: LEVEL, clusters: cases, method: 'clopper_pearson' } };
}

/**
 * pass@k (Chen et al., arXiv 2107.03374) and pass^k (Yao et al., arXiv 2406.12045) for k planned repeats of each case: of k replies one at least passed, or
 * all of them, with the interval of Clopper and Pearson, or Gaffke's over conversations. Cases with a repeat that has no verdict are left out of both: what is known of them by chance would lean to one side.
 * @param k at least 2
 */
export function repeatedPasses(counts: Iterable<CaseCount>, k: number): Omit<RepeatedPasses, 'suite' | 'suitePath' | 'target' | 'variant'> {
  let [cases, incomplete, some, all] = [0, 0, 0, 0];
  const found = [...counts];
  const [ofSome, ofAll] = found.some(({ conversation }) => conversation !== undefined) ? [createScoreInterval(), createScoreInterval()] : [];
  for (const [index, { passed, scored, conversation }] of found.entries()) {
    const isWhole = scored >= k;
    const [once, always] = [passed > 0, passed === scored];
    const place = { caseWeight: 1, caseId: String(index), ...(conversation === undefined ? {} : { conversationId: String(conversation) }) };
    ofSome?.add({ score: isWhole ? Number(once) : null, ...place });
    ofAll?.add({ score: isWhole ? Number(always) : null, ...place });
    if (isWhole) {
      cases += 1;
      if (once) some += 1;
      if (always) all += 1;
    } else incomplete += 1;
  }
  const [one, every] = [shareOf(some, cases, ofSome), shareOf(all, cases, ofAll)];
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
