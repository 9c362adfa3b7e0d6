import { figureWarnings, isJsonObject, knownAmount, knownCount, ProviderError, type ProviderResponse, type Spending, type TokenUsage } from '@assay/schema';
import { hasKnownFields, knownCalls, knownMessages } from './known-fields.js';
import { oddParts } from './odd-parts.js';
import { hasOwnParts, ownParts } from './text-parts.js';
import { bareCalls, bareFields, bareMessages, isBare } from './without-nulls.js';

/** What is said of a use that tells something, but not both numbers that make it one: its fields may have the names of an API. */
function missingCounts(counts: Partial<TokenUsage>): readonly string[] {
  if (Object.values(counts).every((count) => count === undefined || count === null)) return [];
  const missing = (['inputTokens', 'outputTokens'] as const).filter((name) => counts[name] === undefined || counts[name] === null);
  return missing.length === 0 ? [] : [`a use of tokens without ${missing.join(' and ')} counts as not known`];
}

/** What is said of figures of tokens and money that cannot be. */
export function spendingWarnings({ usage, costUsd }: Spending): readonly string[] {
  const warnings: string[] = [];
  if (isJsonObject(usage)) {
    const counts: Partial<TokenUsage> = usage;
    warnings.push(
      ...missingCounts(counts),
      ...figureWarnings('a use of input tokens', counts.inputTokens, knownCount(counts.inputTokens)),
      ...figureWarnings('a use of output tokens', counts.outputTokens, knownCount(counts.outputTokens)),
      ...figureWarnings('a use of cached tokens', counts.cachedInputTokens, knownCount(counts.cachedInputTokens)),
      ...figureWarnings('a use of reasoning tokens', counts.reasoningTokens, knownCount(counts.reasoningTokens)),
    );
  } else {
    warnings.push(...figureWarnings('a use of tokens', usage, undefined));
  }
  if (costUsd !== undefined) warnings.push(...figureWarnings('a cost in US dollars', costUsd, knownAmount(costUsd)));
  return warnings;
}

/** What is said of durations of calls, each once: those of messages are most often those of the reply. */
function callWarnings({ toolCalls, messages }: Partial<ProviderResponse>): readonly string[] {
  const calls = [...(toolCalls ?? []), ...(messages ?? []).flatMap((message) => message.toolCalls ?? [])];
  return [...new Set(calls.flatMap(({ tool, durationMs }) => figureWarnings(`a duration in milliseconds of a call of ${JSON.stringify(tool)}`, durationMs, knownAmount(durationMs))))];
}

function warningsOf(response: Partial<ProviderResponse>): readonly string[] {
  const { latencyMs } = response;
  const spending = [...spendingWarnings(response), ...callWarnings(response)];
  // NaN says that there is none to measure.
  if (Number.isNaN(latencyMs)) return spending;
  const wrong = figureWarnings('a duration in milliseconds', latencyMs, knownAmount(latencyMs));
  return wrong.length === 0 ? spending : [...spending, ...wrong];
}

const SHAPE = 'its provider has to return { text, messages, toolCalls, latencyMs }';

/** What a reply says that it took: it was paid for, whether it can be used or not. */
function spentOn({ usage, costUsd }: Partial<ProviderResponse>): Spending {
  return { usage: checkUsage(usage), costUsd: knownAmount(costUsd) };
}

/**
 * Calls and turns are what evaluators count: odd ones that were left out would make a 0, or a pass, of a reply.
 * @throws ProviderError `bad_reply` for such ones. An adapter that says nothing of them has none.
 */
function refuseOddParts(given: Partial<ProviderResponse>, target: string): void {
  const odd = oddParts(given);
  if (odd === undefined) return;
  throw new ProviderError(`target "${target}" gave a reply with ${odd}`, { kind: 'bad_reply', target, retryable: false, hint: SHAPE, spent: spentOn(given) });
}

type Changeable<T> = { -readonly [K in keyof T]: T[K] };

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

function smaller(part: number | undefined, whole: number | undefined): number | undefined {
  return part === undefined || whole === undefined ? undefined : Math.min(part, whole);
}

/** The part of what a reply took that was spent at another time, as an adapter with a cache of its own may say it. */
function savedOf(saved: Spending, { usage, costUsd }: Spending): Spending {
  const own = checkUsage(saved.usage);
  return {
    costUsd: smaller(knownAmount(saved.costUsd), costUsd),
    usage: own && usage && {
      inputTokens: Math.min(own.inputTokens, usage.inputTokens),
      outputTokens: Math.min(own.outputTokens, usage.outputTokens),
      cachedInputTokens: smaller(own.cachedInputTokens, usage.cachedInputTokens),
      reasoningTokens: smaller(own.reasoningTokens, usage.reasoningTokens),
    },
  };
}

function isCount(value: number | undefined): boolean {
  return value === undefined || knownCount(value) === value;
}

function isUsage(usage: TokenUsage | undefined): boolean {
  if (usage === undefined) return true;
  return typeof usage === 'object' && usage !== null && usage.inputTokens !== undefined && usage.outputTokens !== undefined && isCount(usage.inputTokens) && isCount(usage.outputTokens) && isCount(usage.cachedInputTokens) && isCount(usage.reasoningTokens);
}

/** Whether a reply can be used as it is: nearly all can, and a copy of each costs more than the look. */
function isSound(response: ProviderResponse): boolean {
  const { text, messages, toolCalls, latencyMs, usage, costUsd, confidence, rateLimits, fileChanges, warnings, finishReason, cached, saved } = response;
  return (
    typeof text === 'string' &&
    Array.isArray(messages) &&
    Array.isArray(toolCalls) &&
    (warnings === undefined || (Array.isArray(warnings) && warnings.length > 0)) &&
    oddParts({ messages, toolCalls, warnings, finishReason }) === undefined &&
    hasKnownFields(messages, toolCalls) &&
    isBare(response) &&
    hasOwnParts(messages) &&
    (Number.isNaN(latencyMs) || (latencyMs !== undefined && knownAmount(latencyMs) === latencyMs)) &&
    isUsage(usage) &&
    (costUsd === undefined || knownAmount(costUsd) === costUsd) &&
    (confidence === undefined || (knownAmount(confidence) === confidence && confidence <= 1)) &&
    rateLimits === undefined &&
    fileChanges === undefined &&
    (cached === undefined || typeof cached === 'boolean') &&
    saved === undefined
  );
}

/**
 * Makes sure that a reply is one. Adapters may be plugins: a reply of the wrong shape must not
 * crash an evaluator or write a row that cannot be read back. A figure that cannot be counts
 * as unknown, which a warning says.
 * @param measuredMs what the caller measured, for adapters that measure nothing. A latency of NaN stays:
 * the adapter says that there is none to measure.
 * @throws ProviderError `bad_reply` when there is no text, or its messages, tool calls or warnings are none.
 */
export function checkResponse(response: ProviderResponse, target: string, measuredMs: number): ProviderResponse {
  const given: Partial<ProviderResponse> | null | undefined = response;
  // What an adapter made of a class may lose its parts where it is copied later.
  if (given && Object.getPrototypeOf(given) === Object.prototype && isSound(response)) return response;
  if (typeof given?.text !== 'string') {
    throw new ProviderError(`target "${target}" gave a reply without a text`, {
      kind: 'bad_reply',
      target,
      hint: SHAPE,
      spent: given ? spentOn(given) : undefined,
    });
  }
  refuseOddParts(given, target);
  const warnings = [...(given.warnings ?? []), ...warningsOf(given)];
  const confidence = knownAmount(given.confidence);
  const checked: Changeable<ProviderResponse> = {
    ...bareFields(given),
    text: given.text,
    messages: ownParts(bareMessages(knownMessages(given.messages ?? [{ role: 'assistant', content: given.text }]))),
    toolCalls: bareCalls(knownCalls(given.toolCalls ?? [])),
    latencyMs: Number.isNaN(given.latencyMs) ? Number.NaN : (knownAmount(given.latencyMs) ?? measuredMs),
    usage: checkUsage(given.usage),
    costUsd: knownAmount(given.costUsd),
    confidence: confidence !== undefined && confidence <= 1 ? confidence : undefined,
  };
  if (warnings.length > 0) checked.warnings = warnings;
  else delete checked.warnings;
  if (checked.cached !== undefined) checked.cached = checked.cached === true;
  // Spending is what a reply took less this: more than it took would make a run cheaper that it is a part of.
  if (checked.saved !== undefined) checked.saved = savedOf(checked.saved, checked);
  // What is known of limits is for whoever sends requests.
  if (checked.rateLimits !== undefined) delete checked.rateLimits;
  // And what was done to files is found out by whoever made the workspace.
  if (checked.fileChanges !== undefined) delete checked.fileChanges;
  return checked;
}
