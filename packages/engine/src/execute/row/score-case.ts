import {
  joinRequirements,
  NOTHING_TO_SCORE,
  ruleOn,
  weightedMean,
  type ErrorInfo,
  type EvaluatorResult,
  type Requirements,
  type ResultRow,
  type VerdictThresholds,
} from '@assay/schema';

export type CaseScore = Pick<ResultRow, 'status' | 'score' | 'scoreBounds' | 'verdict' | 'verdictBounds' | 'requirements' | 'error'>;

/**
 * The score of a case whose reply could not be had: unknown, not 0.
 * @param requirements what must hold for the case, and is open.
 */
export function unscoredCase(error: ErrorInfo, requirements?: Requirements): CaseScore {
  return {
    ...(requirements && { requirements }),
    status: 'error',
    score: null,
    scoreBounds: { worst: 0, best: 1 },
    verdict: null,
    verdictBounds: { worst: 'fail', best: 'pass' },
    error,
  };
}

/** True if an evaluator, a point or a judge was lost on the way to this result. */
function isIncomplete(result: EvaluatorResult): boolean {
  return (
    result.score === null ||
    result.degraded === true ||
    (result.bounds !== undefined && result.bounds.worst !== result.bounds.best) ||
    (result.points?.some((point) => point.score === null) ?? false) ||
    (result.evaluators?.some(isIncomplete) ?? false)
  );
}

function whyUnscored(results: readonly EvaluatorResult[]): ErrorInfo {
  const weighed = results.filter((result) => result.weight > 0);
  const nothing = weighed.find(({ error }) => error?.code === NOTHING_TO_SCORE);
  // Nothing to score is no loss; what was lost beside it is, a gate without weight too.
  const gate = nothing && results.find(({ requirements }) => requirements !== undefined);
  const lost = weighed.find(({ error }) => error !== undefined && error.code !== NOTHING_TO_SCORE) ?? gate ?? nothing;
  if (lost !== undefined && lost === gate && !lost.error) {
    return { code: 'unscored', message: `${lost.name}: it must hold and does not, and nothing else has a score` };
  }
  if (weighed.length === 0 || !lost?.error) {
    return {
      code: 'no_weight',
      message:
        results.length === 0
          ? 'the case has no evaluators, so that it has no score'
          : 'all evaluators of the case have weight 0, so that it has no score',
      hint: 'give at least one evaluator a weight above 0',
    };
  }
  const more = weighed.length > 1 ? ` (and ${weighed.length - 1} more)` : '';
  return { ...lost.error, message: `${lost.name}${more}: ${lost.error.message}` };
}

/**
 * The weighted mean of a case's evaluators with its verdict. Unscored ones leave the mean and
 * show in the bounds; what must hold and does not fails the case and keeps the score; what must hold
 * and could not be checked leaves the case open. Without anything scored, or with all weights 0,
 * there is no score.
 */
export function scoreCase(results: readonly EvaluatorResult[], thresholds: VerdictThresholds): CaseScore {
  const { score, bounds } = weightedMean(results);
  const requirements = joinRequirements(results);
  const weighed = results.filter(({ weight }) => weight > 0);
  // The score of a single evaluator stands for what that evaluator says it does.
  const verdict = weighed.length === 1 ? weighed[0]?.verdict : undefined;
  const ruling = ruleOn({ score, bounds, requirements, verdict }, thresholds);
  if (score === null) return { ...unscoredCase(whyUnscored(results), requirements), ...ruling, scoreBounds: bounds };
  return {
    status: results.some(isIncomplete) ? 'partial' : 'ok',
    score,
    scoreBounds: bounds,
    verdict: ruling.verdict,
    verdictBounds: ruling.verdictBounds,
    requirements,
  };
}
