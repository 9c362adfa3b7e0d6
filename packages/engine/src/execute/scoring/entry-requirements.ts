import {
  joinRequirements,
  reaches,
  ruleOn,
  type EvaluationScore,
  type EvaluatorConfig,
  type RequirementKind,
  type Requirements,
  type VerdictThresholds,
} from '@assay/schema';

/** `required: true` against the verdict at worst and at best. */
function requiredVerdict(score: EvaluationScore, thresholds: VerdictThresholds): Requirements {
  const { worst, best } = ruleOn(score, thresholds).verdictBounds;
  if (best !== 'pass') return { missed: 'written' };
  return worst === 'pass' ? {} : { open: 'written' };
}

/** `min_score` against the score at worst and at best. */
function requiredScore({ score, bounds }: EvaluationScore, minScore: number): Requirements {
  const worst = Math.min(bounds?.worst ?? score ?? 0, score ?? 1);
  const best = Math.max(bounds?.best ?? score ?? 1, score ?? 0);
  if (!reaches(best, minScore)) return { missed: 'written' };
  return reaches(worst, minScore) ? {} : { open: 'written' };
}

/**
 * What became of all that must hold of an evaluator: its parts, and what its entry says.
 * @param parts what its parts say must hold, for evaluators that could not tell what became of it.
 */
export function entryRequirements(
  { required, minScore }: Pick<EvaluatorConfig, 'required' | 'minScore'>,
  score: EvaluationScore,
  parts: RequirementKind | undefined,
  thresholds: VerdictThresholds,
): Requirements | undefined {
  const lost = score.score === null && parts !== undefined ? { open: parts } : undefined;
  const inner = score.requirements ?? lost;
  if (inner === undefined && !required && minScore === undefined) return undefined;
  const known = inner ? { ...score, requirements: inner } : score;
  return joinRequirements([
    { weight: 1, requirements: inner },
    { weight: 1, requirements: required ? requiredVerdict(known, thresholds) : undefined },
    { weight: 1, requirements: minScore === undefined ? undefined : requiredScore(score, minScore) },
  ]);
}
