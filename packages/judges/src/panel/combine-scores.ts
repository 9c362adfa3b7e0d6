import { reaches, weightedMean, type PanelConsensus } from '@assay/schema';

/** A usable vote. */
export interface WeighedScore {
  /** [0, 1] */
  readonly score: number;
  /** Above 0. */
  readonly weight: number;
}

function median(votes: readonly WeighedScore[]): number {
  const scores = votes.map(({ score }) => score).toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [scores[(scores.length - 1) >> 1], scores[scores.length >> 1]];
  return (low + high) / 2;
}

function majority(votes: readonly WeighedScore[], passLimit: number): number {
  const passed = votes.filter(({ score }) => reaches(score, passLimit)).length;
  return passed * 2 === votes.length ? 0.5 : passed * 2 > votes.length ? 1 : 0;
}

/**
 * What usable votes come to, in [0, 1].
 * @param votes at least one, in an order that is always the same, so that floating-point sums are
 * @param passLimit from which a score is one for the majority, in [0, 1]
 */
export function combineScores(votes: readonly WeighedScore[], consensus: PanelConsensus, passLimit: number): number {
  switch (consensus) {
    case 'mean':
      return weightedMean(votes).score ?? 0;
    case 'median':
      return median(votes);
    case 'majority':
      return majority(votes, passLimit);
    case 'min':
      return Math.min(...votes.map(({ score }) => score));
  }
}
