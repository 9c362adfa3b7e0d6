import {
  addCost,
  addUsage,
  type EvaluatorResult,
  type JsonObject,
  type JudgeVote,
  type TokenUsage,
} from '@assay/schema';

/** A result, and its members after it. */
function tellEach(results: readonly EvaluatorResult[], tell: (result: EvaluatorResult) => void): void {
  for (const result of results) {
    tell(result);
    if (result.evaluators) tellEach(result.evaluators, tell);
  }
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

/** Totals of results that no judge had a part in: most results are such. */
const NO_JUDGING: JudgingTotals = { judgeUsage: undefined, judgeCostUsd: undefined, judgeCostIncomplete: false, warnings: [], fingerprints: {} };

function isUnjudged({ judgeUsage, judgeCostUsd, judgeCostIncomplete, warnings, judges, points, evaluators }: EvaluatorResult): boolean {
  const parts = judges ?? points ?? evaluators;
  return parts === undefined && warnings === undefined && judgeUsage === undefined && judgeCostUsd === undefined && judgeCostIncomplete === undefined;
}

/**
 * Sums over all evaluators and the members of composites: a composite states the cost of its own
 * judging only.
 */
export function judgingTotals(results: readonly EvaluatorResult[]): JudgingTotals {
  if (results.every(isUnjudged)) return NO_JUDGING;
  let judgeUsage: TokenUsage | undefined;
  let judgeCostUsd: number | undefined;
  let judgeCostIncomplete = false;
  const warnings: string[] = [];
  const fingerprints: Record<string, string> = {};
  const vote = ({ id, fingerprint }: JudgeVote): void => {
    if (fingerprint !== undefined) fingerprints[id] = fingerprint;
  };
  tellEach(results, (result) => {
    judgeUsage = addUsage(judgeUsage, result.judgeUsage);
    judgeCostUsd = addCost(judgeCostUsd, result.judgeCostUsd);
    judgeCostIncomplete ||= result.judgeCostIncomplete ?? (result.judgeUsage !== undefined && result.judgeCostUsd === undefined);
    if (result.warnings) warnings.push(...result.warnings);
    result.judges?.forEach(vote);
    result.points?.forEach(({ judges }) => judges?.forEach(vote));
  });
  return { judgeUsage, judgeCostUsd, judgeCostIncomplete, warnings, fingerprints };
}
