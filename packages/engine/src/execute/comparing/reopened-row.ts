import { addCost, addUsage, type EvaluatorConfig, type EvaluatorResult, type ResultRow, type Spending, type TokenUsage } from '@assay/schema';
import { entryResult, WAITING_SCORE, type EntryRules } from '../scoring/entry-result.js';
import { judgingTotals } from '../scoring/judging-totals.js';
import { withResults } from '../row/with-results.js';
import { savedByComparing } from './cost-of-places.js';

/** Less than this of a dollar is noise of sums. */
const NOISE = 1e-12;

/** The rest of a number, which is no more than what is left of the whole. */
function rest(saved: number, taken: number | undefined, most: number | undefined): number {
  const left = Math.max(0, Math.min(saved - (taken ?? 0), most ?? 0));
  return left > NOISE ? left : 0;
}

function restOfUsage(saved: TokenUsage | undefined, taken: TokenUsage | undefined, most: TokenUsage | undefined): TokenUsage | undefined {
  if (!saved) return undefined;
  const left = { inputTokens: rest(saved.inputTokens, taken?.inputTokens, most?.inputTokens), outputTokens: rest(saved.outputTokens, taken?.outputTokens, most?.outputTokens) };
  return left.inputTokens + left.outputTokens === 0 ? undefined : { ...saved, ...left };
}

/** What was kept from another time, without what of it was for the places. */
function savedOf({ saved }: ResultRow, places: Spending | undefined, own: Spending): ResultRow['saved'] {
  if (!saved) return undefined;
  const { judgeUsage, judgeCostUsd, ...ofTarget } = saved;
  const usage = restOfUsage(judgeUsage, places?.usage, own.usage);
  const costUsd = judgeCostUsd === undefined ? 0 : rest(judgeCostUsd, places?.costUsd, own.costUsd);
  const all = { ...ofTarget, ...(usage ? { judgeUsage: usage } : {}), ...(costUsd > 0 ? { judgeCostUsd: costUsd } : {}) };
  return Object.keys(all).length > 0 ? all : undefined;
}

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
  const places: EvaluatorResult[] = [];
  const evaluators = row.evaluators.map((result) => {
    const config = open.get(result.name);
    if (config) {
      places.push(result);
      return entryResult(config, WAITING_SCORE, rules);
    }
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
    saved: savedOf(row, savedByComparing(places), { usage: judgeUsage, costUsd: judgeCostUsd }),
    warnings: row.warnings.filter((warning) => !dropped.has(warning)),
  };
}

/** Whether nothing of a row is open but what comparing says, so that its own entries need not be scored again. */
export function hasOwnScores({ evaluators }: ResultRow, own: readonly EvaluatorConfig[]): boolean {
  const scores = new Map(evaluators.map(({ name, score }) => [name, score]));
  return own.every(({ name }) => (scores.get(name) ?? null) !== null);
}
