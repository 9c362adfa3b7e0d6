import type { JudgeVote } from '@assay/schema';

/** How far votes are apart. */
export interface Agreement {
  /** Number of votes that have a score. */
  readonly n: number;
  /** Largest minus smallest score, in [0, 1]; null with fewer than two scores. */
  readonly spread: number | null;
  /** In [0, 0.5]; null with fewer than two scores. */
  readonly standardDeviation: number | null;
}

/**
 * Agreement of the votes that have a score. The standard deviation is the one of a whole
 * population, √(Σ(xᵢ − x̄)² / n): the panel is everyone who was asked, not a sample. Neither
 * number depends on the order of the votes.
 */
export function agreement(votes: readonly Pick<JudgeVote, 'score'>[]): Agreement {
  const scores = votes.flatMap((vote) => vote.score ?? []).toSorted((a, b) => a - b);
  const n = scores.length;
  const [lowest] = scores;
  const highest = scores.at(-1);
  if (n < 2 || lowest === undefined || highest === undefined) return { n, spread: null, standardDeviation: null };
  const mean = scores.reduce((sum, score) => sum + score, 0) / n;
  const squares = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0);
  return { n, spread: highest - lowest, standardDeviation: Math.sqrt(squares / n) };
}
