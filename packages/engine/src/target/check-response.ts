import { ProviderError, type ProviderResponse, type TokenUsage } from '@assay/schema';

/** Beyond all tokens of one reply, dollars and milliseconds that there are; sums over any run stay finite. */
const MOST = 1e12;

/** A figure that can be: a number from 0 to 1e12; everything else counts as unknown. */
export function knownAmount(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= MOST ? value : undefined;
}

/** A count that can be: as {@link knownAmount}, and whole. */
function knownCount(value: unknown): number | undefined {
  return Number.isInteger(value) ? knownAmount(value) : undefined;
}

/** What is said of a figure that cannot be; nothing for one that is missing. */
function warningOf(name: string, said: unknown, known: number | undefined): readonly string[] {
  if (said === undefined || said === null || known !== undefined) return [];
  return [`${name} ${String(said).slice(0, 40)} cannot be, and counts as not known`];
}

function figureWarnings({ usage, costUsd, latencyMs }: Partial<ProviderResponse>): readonly string[] {
  const counts: Partial<TokenUsage> = usage ?? {};
  return [
    ...warningOf('a use of input tokens of', counts.inputTokens, knownCount(counts.inputTokens)),
    ...warningOf('a use of output tokens of', counts.outputTokens, knownCount(counts.outputTokens)),
    ...warningOf('a use of cached tokens of', counts.cachedInputTokens, knownCount(counts.cachedInputTokens)),
    ...warningOf('a use of reasoning tokens of', counts.reasoningTokens, knownCount(counts.reasoningTokens)),
    ...warningOf('a cost in US dollars of', costUsd, knownAmount(costUsd)),
    // NaN says that there is none to measure.
    ...(Number.isNaN(latencyMs) ? [] : warningOf('a duration in milliseconds of', latencyMs, knownAmount(latencyMs))),
  ];
}

/** The tokens, if both numbers are known. */
export function checkUsage(usage: TokenUsage | undefined): TokenUsage | undefined {
  const inputTokens = knownCount(usage?.inputTokens);
  const outputTokens = knownCount(usage?.outputTokens);
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  return {
    inputTokens,
    outputTokens,
    cachedInputTokens: knownCount(usage?.cachedInputTokens),
    reasoningTokens: knownCount(usage?.reasoningTokens),
  };
}

/**
 * Makes sure that a reply is one. Adapters may be plugins: a reply of the wrong shape must not
 * crash an evaluator or write a row that cannot be read back. A figure that cannot be counts
 * as unknown, which a warning says.
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
  const warnings = [...(given.warnings ?? []), ...figureWarnings(given)];
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
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}
