import { ProviderError, type ProviderResponse, type TokenUsage } from '@assay/schema';

/** A figure that is one: a finite number ≥ 0; everything else counts as unknown. */
export function knownAmount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** The tokens, if both numbers are known. */
export function checkUsage(usage: TokenUsage | undefined): TokenUsage | undefined {
  const inputTokens = knownAmount(usage?.inputTokens);
  const outputTokens = knownAmount(usage?.outputTokens);
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  return {
    inputTokens,
    outputTokens,
    cachedInputTokens: knownAmount(usage?.cachedInputTokens),
    reasoningTokens: knownAmount(usage?.reasoningTokens),
  };
}

/**
 * Makes sure that a reply is one. Adapters may be plugins: a reply of the wrong shape must not
 * crash an evaluator or write a row that cannot be read back. A figure that is not a number ≥ 0
 * counts as unknown.
 * @param measuredMs what the caller measured, for adapters that measure nothing. A latency of NaN stays:
 * the adapter says that there is none to measure.
 * @throws ProviderError `bad_reply` when there is no text.
 */
export function checkResponse(response: ProviderResponse, target: string, measuredMs: number): ProviderResponse {
  const given: Partial<ProviderResponse> | null | undefined = response;
  if (typeof given?.text !== 'string') {
    throw new ProviderError(`target "${target}" gave a reply without a text`, {
      kind: 'bad_reply',
      target,
      hint: 'its provider has to return { text, messages, toolCalls, latencyMs }',
    });
  }
  const confidence = knownAmount(given.confidence);
  return {
    ...given,
    text: given.text,
    messages: Array.isArray(given.messages) ? given.messages : [{ role: 'assistant', content: given.text }],
    toolCalls: Array.isArray(given.toolCalls) ? given.toolCalls : [],
    latencyMs: Number.isNaN(given.latencyMs) ? Number.NaN : (knownAmount(given.latencyMs) ?? measuredMs),
    usage: checkUsage(given.usage),
    costUsd: knownAmount(given.costUsd),
    confidence: confidence !== undefined && confidence <= 1 ? confidence : undefined,
  };
}
