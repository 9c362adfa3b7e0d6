import type { ResultRow, TokenUsage } from '@assay/schema';

function without(whole: number | undefined, part: number | undefined): number | undefined {
  return whole === undefined ? undefined : Math.max(0, whole - (part ?? 0));
}

function usageWithout(usage: TokenUsage | undefined, part: TokenUsage | undefined): TokenUsage | undefined {
  if (!usage || !part) return usage;
  return {
    inputTokens: Math.max(0, usage.inputTokens - part.inputTokens),
    outputTokens: Math.max(0, usage.outputTokens - part.outputTokens),
    cachedInputTokens: without(usage.cachedInputTokens, part.cachedInputTokens),
    reasoningTokens: without(usage.reasoningTokens, part.reasoningTokens),
  };
}

/** Whether all of it was spent at another time. */
function wasSaved(usage: TokenUsage | undefined, saved: TokenUsage | undefined): boolean {
  return usage !== undefined && saved !== undefined && usage.inputTokens <= saved.inputTokens && usage.outputTokens <= saved.outputTokens;
}

/** What a row took in its run: without what was kept from another time. */
interface SpentInRun extends Pick<ResultRow, 'usage' | 'costUsd' | 'judgeCostUsd'> {
  /** True when something of it has no known price: of what the target took, or of what judges did. */
  readonly costIncomplete: boolean;
  /** As `costIncomplete`, of the target alone. */
  readonly targetIncomplete: boolean;
  /** As `costIncomplete`, of judges alone. */
  readonly judgesIncomplete: boolean;
}

/** Tokens and cost of a row without what it had from another time: from a cache, or from the run that it was scored again of. */
export function spentInRun({ usage, costUsd, costIncomplete, judgeUsage, judgeCostUsd, judgeCostIncomplete, cached, saved }: ResultRow): SpentInRun {
  const targetIncomplete = costIncomplete === true && !cached;
  const judgesIncomplete = judgeCostIncomplete === true && !wasSaved(judgeUsage, saved?.judgeUsage);
  return {
    usage: usageWithout(usage, saved?.usage),
    costUsd: without(costUsd, saved?.costUsd),
    judgeCostUsd: without(judgeCostUsd, saved?.judgeCostUsd),
    costIncomplete: targetIncomplete || judgesIncomplete,
    targetIncomplete,
    judgesIncomplete,
  };
}
