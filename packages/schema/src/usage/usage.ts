/** Tokens that one or more requests consumed. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Part of the input that the API read from its own prompt cache. */
  readonly cachedInputTokens?: number | undefined;
  /** Part of the output spent on reasoning. */
  readonly reasoningTokens?: number | undefined;
}

function sumOptional(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
}

/** The sum of two usages; undefined counts as nothing known. */
export function addUsage(a: TokenUsage | undefined, b: TokenUsage | undefined): TokenUsage | undefined {
  if (!a || !b) return a ?? b;
  const cached = sumOptional(a.cachedInputTokens, b.cachedInputTokens);
  const reasoning = sumOptional(a.reasoningTokens, b.reasoningTokens);
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
  };
}

/**
 * One of `parts` equal shares of a usage; what does not divide goes to the first ones, so that the shares add up to the whole.
 * @param index counts from 0.
 */
export function shareOfUsage(usage: TokenUsage, parts: number, index: number): TokenUsage {
  const share = (tokens: number): number => Math.floor(tokens / parts) + (index < tokens % parts ? 1 : 0);
  const { inputTokens, outputTokens, cachedInputTokens: cached, reasoningTokens: reasoning } = usage;
  return {
    inputTokens: share(inputTokens),
    outputTokens: share(outputTokens),
    ...(cached === undefined ? {} : { cachedInputTokens: share(cached) }),
    ...(reasoning === undefined ? {} : { reasoningTokens: share(reasoning) }),
  };
}

/** The sum of two costs in US dollars; undefined means that no price is known. */
export function addCost(a: number | undefined, b: number | undefined): number | undefined {
  return sumOptional(a, b);
}

/** What was used and paid. */
export interface Spending {
  readonly usage?: TokenUsage | undefined;
  /** US dollars; undefined when no price is known. */
  readonly costUsd?: number | undefined;
}

/** The sum of two spendings; undefined for none. */
export function addSpending(a: Spending | undefined, b: Spending | undefined): Spending | undefined {
  if (!a || !b) return a ?? b;
  return { usage: addUsage(a.usage, b.usage), costUsd: addCost(a.costUsd, b.costUsd) };
}
