import { addCost, addUsage, type EvaluatorConfig, type EvaluatorResult, type ResultRow, type TokenUsage } from '@assay/schema';
import { entryResult, WAITING_SCORE, type EntryRules } from '../scoring/entry-result.js';
import { judgingTotals } from '../scoring/judging-totals.js';
import { withResults } from '../row/with-results.js';

function atMost(usage: TokenUsage | undefined, most: TokenUsage | undefined): TokenUsage | undefined {
  if (!usage || !most) return undefined;
  return { ...usage, inputTokens: Math.min(usage.inputTokens, most.inputTokens), outputTokens: Math.min(usage.outputTokens, most.outputTokens) };
}

/** What was kept from another time is no more than what is left. */
function savedOf({ saved }: ResultRow, judgeUsage: TokenUsage | undefined, judgeCostUsd = 0): ResultRow['saved'] {
  if (!saved) return undefined;
  return { ...saved, judgeUsage: atMost(saved.judgeUsage, judgeUsage), judgeCostUsd: saved.judgeCostUsd === undefined ? undefined : Math.min(saved.judgeCostUsd, judgeCostUsd) };
}

/** Less than this of a dollar is noise of sums. */
const NOISE = 1e-12;

/** What assessing took besides the entries: vectors that replies are compared by. */
function besidesEntries({ evaluators, judgeUsage, judgeCostUsd, judgeCostIncomplete }: ResultRow) {
  const entries = judgingTotals(evaluators);
  const [inputTokens, outputTokens] = (['inputTokens', 'outputTokens'] as const).map((kind) => Math.max(0, (judgeUsage?.[kind] ?? 0) - (entries.judgeUsage?.[kind] ?? 0)));
  const costUsd = (judgeCostUsd ?? 0) - (entries.judgeCostUsd ?? 0);
  return {
    warnings: entries.warnings,
    usage: inputTokens || outputTokens ? { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 } : undefined,
    costUsd: costUsd > NOISE ? costUsd : undefined,
    isIncomplete: judgeCostIncomplete === true && !entries.judgeCostIncomplete,
  };
}

/**
 * A row whose places among others do not hold any more, or were never found: its own scores stay, and those entries wait. What the
 * places took is taken out of it. Its end stays too, until it is compared.
 */
export function reopenedRow(row: ResultRow, comparing: readonly EvaluatorConfig[], rules: EntryRules): ResultRow {
  const open = new Map(comparing.map((config) => [config.name, config]));
  const own: EvaluatorResult[] = [];
  const evaluators = row.evaluators.map((result) => {
    const config = open.get(result.name);
    if (config) return entryResult(config, WAITING_SCORE, rules);
    own.push(result);
    return result;
  });
  const besides = besidesEntries(row);
  const totals = judgingTotals(own);
  const judgeUsage = addUsage(totals.judgeUsage, besides.usage);
  const judgeCostUsd = addCost(totals.judgeCostUsd, besides.costUsd);
  const dropped = new Set(besides.warnings);
  for (const warning of totals.warnings) dropped.delete(warning);
  return {
    ...withResults(row, evaluators, rules.thresholds),
    judgeUsage,
    judgeCostUsd,
    judgeCostIncomplete: totals.judgeCostIncomplete || besides.isIncomplete || undefined,
    saved: savedOf(row, judgeUsage, judgeCostUsd),
    warnings: row.warnings.filter((warning) => !dropped.has(warning)),
  };
}

/** Whether nothing of a row is open but what comparing says, so that its own entries need not be scored again. */
export function hasOwnScores({ evaluators }: ResultRow, own: readonly EvaluatorConfig[]): boolean {
  const scores = new Map(evaluators.map(({ name, score }) => [name, score]));
  return own.every(({ name }) => (scores.get(name) ?? null) !== null);
}
