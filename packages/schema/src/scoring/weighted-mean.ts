import type { ScoreBounds } from '../domain/score.js';

export interface WeightedItem {
  /** [0, 1], or null when unscored. */
  readonly score: number | null;
  /** Finite and ≥ 0. */
  readonly weight: number;
  /** Range of the item's own score where parts of it are unscored. */
  readonly bounds?: ScoreBounds | undefined;
}

export interface WeightedMean {
  /** Mean over the scored items, or null when nothing with a weight above 0 was scored. */
  readonly score: number | null;
  /** The mean if everything unscored had been 0 or 1; [0, 1] when nothing has weight. */
  readonly bounds: ScoreBounds;
}

/** Sums of weights beyond these bounds would overflow, or lose their last digits near 0. */
const LARGE = 1e150;
const SMALL = 1e-150;

/** What weights are divided by: 1, so that nothing is rounded, unless they are extreme. */
function unitOf(items: readonly WeightedItem[]): number {
  const largest = items.reduce((max, { weight }) => Math.max(max, weight), 0);
  return largest > LARGE || (largest > 0 && largest < SMALL) ? largest : 1;
}

/**
 * Σ(weight · score) / Σ(weight) over the scored items. Unscored items leave both sums, and show
 * in the bounds instead. Weight 0 takes part in nothing; if all weights are 0 the mean is null.
 */
export function weightedMean(items: Iterable<WeightedItem>): WeightedMean {
  const list = Array.isArray(items) ? (items as readonly WeightedItem[]) : [...items];
  const unit = unitOf(list);
  let scoredWeight = 0;
  let scoredSum = 0;
  let totalWeight = 0;
  let worst = 0;
  let best = 0;
  for (const { score, weight: written, bounds } of list) {
    const weight = written / unit;
    if (weight === 0) continue;
    totalWeight += weight;
    worst += weight * (bounds?.worst ?? score ?? 0);
    best += weight * (bounds?.best ?? score ?? 1);
    if (score === null) continue;
    scoredWeight += weight;
    scoredSum += weight * score;
  }
  return {
    score: scoredWeight === 0 ? null : scoredSum / scoredWeight,
    bounds: totalWeight === 0 ? { worst: 0, best: 1 } : { worst: worst / totalWeight, best: best / totalWeight },
  };
}
