import type { Requirements, ScoreBounds, Verdict, VerdictBounds } from '../domain/score.js';
import { DEFAULT_VERDICT_THRESHOLDS, verdictOf, type VerdictThresholds } from './verdict.js';

/** What a verdict is made of. */
export interface Ruled {
  /** [0, 1], or null when unscored. */
  readonly score: number | null;
  /** Default: the score, and 0 to 1 without one. */
  readonly bounds?: ScoreBounds | undefined;
  readonly requirements?: Requirements | undefined;
  /** Set where somebody else decides what the score stands for. */
  readonly verdict?: Verdict | undefined;
}

export interface Ruling {
  /** Null without a score, and when what is missing decides whether it is a fail. */
  readonly verdict: Verdict | null;
  readonly verdictBounds: VerdictBounds;
}

const RANKS: Readonly<Record<Verdict, number>> = { fail: 0, borderline: 1, pass: 2 };

function worse(a: Verdict, b: Verdict = a): Verdict {
  return RANKS[a] < RANKS[b] ? a : b;
}

function better(a: Verdict, b: Verdict = a): Verdict {
  return RANKS[a] > RANKS[b] ? a : b;
}

const UNKNOWN: ScoreBounds = { worst: 0, best: 1 };

function boundsOf({ score, bounds }: Ruled): ScoreBounds {
  if (score === null) return bounds ?? UNKNOWN;
  return { worst: Math.min(score, bounds?.worst ?? score), best: Math.max(score, bounds?.best ?? score) };
}

/**
 * The verdict of something that may be scored in part, and what the verdict would be with all that
 * is missing at its worst and at its best. What must hold and does not makes it `fail`; what must
 * hold and could not be checked makes `fail` the worst.
 */
export function ruleOn(ruled: Ruled, thresholds: VerdictThresholds = DEFAULT_VERDICT_THRESHOLDS): Ruling {
  const { score, requirements } = ruled;
  if (requirements?.missed !== undefined) {
    return { verdict: score === null ? null : 'fail', verdictBounds: { worst: 'fail', best: 'fail' } };
  }
  const given = score === null ? undefined : (ruled.verdict ?? verdictOf(score, thresholds));
  const range = boundsOf(ruled);
  const verdictAt = (bound: number): Verdict => (given !== undefined && bound === score ? given : verdictOf(bound, thresholds));
  const worst = requirements?.open === undefined ? worse(verdictAt(range.worst), given) : 'fail';
  const best = better(verdictAt(range.best), given);
  const decided = worst !== 'fail' || best === 'fail';
  return { verdict: decided ? (given ?? null) : null, verdictBounds: { worst, best } };
}
