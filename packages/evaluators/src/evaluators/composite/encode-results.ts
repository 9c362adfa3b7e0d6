import {
  verdictOf,
  type EvaluatorResult,
  type JsonObject,
  type JsonValue,
  type VerdictThresholds,
} from '@assay/schema';

function wireResult(result: EvaluatorResult, thresholds: VerdictThresholds): JsonObject {
  return {
    type: result.type,
    weight: result.weight,
    score: result.score,
    verdict: result.verdict ?? (result.score === null ? null : verdictOf(result.score, thresholds)),
    hits: result.hits ?? [],
    misses: result.misses ?? [],
    reasoning: result.reasoning ?? '',
    details: result.details ?? null,
    error: result.error?.message ?? null,
    ...(result.evaluators ? { evaluators: wireResults(result.evaluators, thresholds) } : {}),
  };
}

/** Results by the name of their evaluator, as aggregators see them. */
export function wireResults(
  results: readonly EvaluatorResult[],
  thresholds: VerdictThresholds,
): { readonly [name: string]: JsonValue } {
  return Object.fromEntries(results.map((result) => [result.name, wireResult(result, thresholds)]));
}
