import type { Verdict } from '../domain/score.js';

/** Scores from which a case passes or is borderline, both in [0, 1]. */
export interface VerdictThresholds {
  readonly pass: number;
  readonly borderline: number;
}

export const DEFAULT_VERDICT_THRESHOLDS: VerdictThresholds = { pass: 0.8, borderline: 0.6 };

/**
 * Floating-point noise that a threshold forgives: a mean of parts that are exactly at the
 * threshold may come out one rounding step below it.
 */
const EPSILON = 1e-9;

/** `score ≥ bound`, forgiving rounding noise of floating-point means. */
export function reaches(score: number, bound: number): boolean {
  return score >= bound - EPSILON;
}

/** The verdict that a score in [0, 1] stands for. */
export function verdictOf(score: number, thresholds: VerdictThresholds = DEFAULT_VERDICT_THRESHOLDS): Verdict {
  if (reaches(score, thresholds.pass)) return 'pass';
  return reaches(score, thresholds.borderline) ? 'borderline' : 'fail';
}
