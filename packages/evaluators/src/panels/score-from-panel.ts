import type { EvaluationScore, PanelResult } from '@assay/schema';

/** True when a judge whose vote counts was lost although the panel has a score. */
export function isDegraded(result: PanelResult): boolean {
  return result.score !== null && result.votes.some((vote) => vote.score === null && !vote.backup && vote.stage !== 'audit');
}

/**
 * A panel's result as an evaluator's score. Lost judges mark it degraded; without a usable vote
 * it is null and carries the panel's error.
 * @param name of the evaluator, to stand before warnings: for questions of which these quote nothing
 */
export function scoreFromPanel(result: PanelResult, name?: string): EvaluationScore {
  return {
    score: result.score,
    judges: result.votes,
    hits: result.hits,
    misses: result.misses,
    ...(result.reasoning === '' ? {} : { reasoning: result.reasoning }),
    ...(result.warnings.length === 0 ? {} : { warnings: name === undefined ? result.warnings : result.warnings.map((warning) => `${name}: ${warning}`) }),
    ...(isDegraded(result) ? { degraded: true } : {}),
    ...(result.score === null
      ? { error: result.error ?? { code: 'unscored', message: 'no judge gave a usable answer' } }
      : {}),
    ...(result.usage === undefined ? {} : { judgeUsage: result.usage }),
    ...(result.costUsd === undefined ? {} : { judgeCostUsd: result.costUsd }),
    ...(result.costIncomplete ? { judgeCostIncomplete: true } : {}),
  };
}
