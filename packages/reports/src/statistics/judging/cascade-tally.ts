import type { CascadeSummary, JudgeVote, ResultRow } from '@assay/schema';
import { clusterOf } from '../figures/cluster-of.js';
import { MOST_CLUSTERS } from '../figures/clusters.js';
import { createRangedMean } from '../figures/ranged-mean.js';
import { createScoreInterval } from '../figures/score-interval.js';
import { reachesScore } from '../score-verdict.js';

/** What a first judge decided alone, and how far the panel agrees with that. */
export function createCascadeTally(passLimit: number) {
  const [apart, interval] = [createRangedMean({ low: -1, high: 1 }), createScoreInterval()];
  let [asked, escalated, audited, auditsLost, disagreed] = [0, 0, 0, 0, 0];
  const cases = new Set<string>();
  let alone = true;

  function audit({ score, panelScore }: JudgeVote, caseId: string): void {
    if (score === null || panelScore === null || panelScore === undefined) return;
    const differs = reachesScore(score, passLimit) !== reachesScore(panelScore, passLimit);
    audited += 1;
    if (differs) disagreed += 1;
    alone &&= !cases.has(caseId) && cases.size < MOST_CLUSTERS;
    if (alone) cases.add(caseId);
    apart.add(score - panelScore, caseId);
    interval.add({ score: differs ? 1 : 0, caseWeight: 1, caseId });
  }

  return {
    /** @param votes of one question about the row */
    add(votes: readonly JudgeVote[], row: ResultRow): void {
      const first = votes.find(({ stage }) => stage === 'first');
      if (!first) return;
      asked += 1;
      if (votes.some(({ stage }) => stage === undefined)) escalated += 1;
      else {
        const isDrawn = votes.some(({ stage }) => stage === 'audit');
        if (isDrawn && typeof first.panelScore !== 'number') auditsLost += 1;
        audit(first, clusterOf(row));
      }
    },
    summary(): CascadeSummary | undefined {
      if (asked === 0) return undefined;
      const [found, difference] = [interval.value(alone), apart.value()];
      return {
        asked,
        escalated,
        audited,
        ...(auditsLost > 0 ? { auditsLost } : {}),
        disagreed,
        ...(found ? { disagreement: { rate: disagreed / audited, interval: found } } : {}),
        difference: difference?.mean ?? null,
        ...(difference ? { differenceInterval: difference.interval } : {}),
      };
    },
  };
}
