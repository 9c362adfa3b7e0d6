import {
  addCost,
  addUsage,
  type EvaluatorResult,
  type JsonObject,
  type JudgeVote,
  type TokenUsage,
} from '@assay/schema';

function* flatten(results: readonly EvaluatorResult[]): Generator<EvaluatorResult> {
  for (const result of results) {
    yield result;
    if (result.evaluators) yield* flatten(result.evaluators);
  }
}

function votesOf(result: EvaluatorResult): readonly JudgeVote[] {
  return [...(result.judges ?? []), ...(result.points ?? []).flatMap((point) => point.judges ?? [])];
}

/** What judging added to a row. */
export interface JudgingTotals {
  readonly judgeUsage: TokenUsage | undefined;
  readonly judgeCostUsd: number | undefined;
  /** True when judging has no known price, or not for all of it. */
  readonly judgeCostIncomplete: boolean;
  readonly warnings: readonly string[];
  /** Exact backends of the judges, by judge id. */
  readonly fingerprints: JsonObject;
}

/**
 * Sums over all evaluators and the members of composites: a composite states the cost of its own
 * judging only.
 */
export function judgingTotals(results: readonly EvaluatorResult[]): JudgingTotals {
  let judgeUsage: TokenUsage | undefined;
  let judgeCostUsd: number | undefined;
  let judgeCostIncomplete = false;
  const warnings: string[] = [];
  const fingerprints: Record<string, string> = {};
  for (const result of flatten(results)) {
    judgeUsage = addUsage(judgeUsage, result.judgeUsage);
    judgeCostUsd = addCost(judgeCostUsd, result.judgeCostUsd);
    judgeCostIncomplete ||= result.judgeCostIncomplete ?? (result.judgeUsage !== undefined && result.judgeCostUsd === undefined);
    warnings.push(...(result.warnings ?? []));
    for (const vote of votesOf(result)) {
      if (vote.fingerprint !== undefined) fingerprints[vote.id] = vote.fingerprint;
    }
  }
  return { judgeUsage, judgeCostUsd, judgeCostIncomplete, warnings, fingerprints };
}
