import {
  isJsonObject,
  normalizeToolCall,
  type JsonObject,
  type JsonValue,
  type TokenUsage,
  type ToolCall,
} from '@assay/schema';
import { apiError, badReply, oddPart, reportedError, shown, type CallContext } from '../http/errors/api-error.js';
import { saidWords } from '../http/errors/failure-words.js';
import { unanswered } from '../http/errors/unanswered.js';
import type { ApiReply } from '../http/api-reply.js';
import { numbersAt, tokenConfidence } from '../replies/token-confidence.js';
import { endOfReply, endWarnings, isBrokenOff } from '../replies/finish-reason.js';
import { statedError } from '../replies/stated-error.js';
import { ToldFigures } from '../replies/told-figures.js';

function objectAt(value: JsonObject, key: string): JsonObject | undefined {
  const found = value[key];
  return isJsonObject(found) ? found : undefined;
}

function textAt(value: JsonObject, key: string): string | undefined {
  const found = value[key];
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** Content is a text, or a list of parts of which only the text parts are the answer; without any there is a null, or nothing. */
function contentText(content: JsonValue | undefined, context: CallContext): string {
  if (typeof content === 'string') return content;
  if (content === undefined || content === null) return '';
  if (!Array.isArray(content)) throw oddPart('content', 'a text or a list of parts', content, context);
  return (content as readonly JsonValue[]).map((part) => partText(part, context)).join('');
}

/** Parts of other types, such as thoughts, are no answer. */
function partText(part: JsonValue, context: CallContext): string {
  if (typeof part === 'string') return part;
  if (!isJsonObject(part)) throw oddPart('a part of content', 'an object', part, context);
  const { text, type } = part;
  if (typeof text === 'string') return text;
  if (type === 'text' || (text !== undefined && text !== null)) throw oddPart('the text of a part of content', 'a text', text, context);
  return '';
}

/**
 * Tokens of the thoughts, where they are paid for beside those of the text: OpenAI has them among these, xAI apart, and then the total is
 * that of all three.
 */
function thoughtsApart(usage: JsonObject, { input, output, reasoning }: { readonly input: number; readonly output: number; readonly reasoning: number | undefined }): number {
  return reasoning !== undefined && usage['total_tokens'] === input + output + reasoning ? reasoning : 0;
}

/** Not known when one of the numbers that a cost is computed from cannot be. */
function usageOf(told: JsonValue | undefined, figures: ToldFigures): TokenUsage | undefined {
  const usage = figures.told({ name: 'usage', value: told, needed: ['prompt_tokens', 'completion_tokens'] });
  if (!usage) return undefined;
  const inputTokens = figures.count(usage, 'prompt_tokens');
  const output = figures.count(usage, 'completion_tokens');
  const cached = figures.count(objectAt(usage, 'prompt_tokens_details'), 'cached_tokens');
  figures.compare({ name: 'cached_tokens', value: cached }, { name: 'prompt_tokens', value: inputTokens });
  if (figures.warnings.length > 0 || inputTokens === undefined || output === undefined) return undefined;
  const reasoning = figures.count(objectAt(usage, 'completion_tokens_details'), 'reasoning_tokens');
  return {
    inputTokens,
    outputTokens: output + thoughtsApart(usage, { input: inputTokens, output, reasoning }),
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
  };
}

/** Chat lists the tokens of its text; completions, and Together's chat, list bare numbers. */
function confidenceOf(choice: JsonObject, text: string): number | undefined {
  const logprobs = objectAt(choice, 'logprobs');
  if (text === '' || !logprobs) return undefined;
  const { content, token_logprobs: bare } = logprobs;
  if (Array.isArray(content) && content.length > 0) return tokenConfidence(numbersAt(content, 'logprob'));
  if (!Array.isArray(bare)) return undefined;
  // The first token of a repeated prompt has no probability.
  return tokenConfidence(bare.filter((value): value is number => typeof value === 'number'));
}

function callsOf(
  message: JsonObject,
  context: CallContext,
): { readonly calls: readonly ToolCall[]; readonly warnings: readonly string[] } {
  const listed = message['tool_calls'] ?? [];
  if (!Array.isArray(listed)) throw oddPart('tool_calls', 'a list', listed, context);
  const raw: readonly JsonValue[] = listed;
  const legacy = objectAt(message, 'function_call');
  const calls: ToolCall[] = [];
  const warnings: string[] = [];
  for (const entry of raw.length === 0 && legacy ? [legacy] : raw) {
    const call = normalizeToolCall(entry);
    if (!call) {
      warnings.push('a tool call without a name was left out');
      continue;
    }
    if (typeof call.input === 'string') warnings.push(`the arguments of tool call ${call.tool} are not valid JSON`);
    calls.push(call);
  }
  return { calls, warnings };
}

/** An error that stands in for a reply, or beside what there is of one; some servers send it in place of the reply. */
function errorIn(said: JsonObject): JsonValue | undefined {
  return statedError(said) ?? (said['object'] === 'error' ? said : undefined);
}

/**
 * The choice that is the answer. What a server could not finish is none, however much there is of it.
 * @throws ProviderError for an error of the whole reply or of its choice, and when there is no choice.
 */
function choiceOf(json: JsonObject, context: CallContext): JsonObject {
  const reported = errorIn(json);
  if (reported !== undefined) throw reportedError(reported, context);
  const choices = json['choices'];
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  if (!isJsonObject(choice)) {
    const said = saidWords(json);
    throw unanswered(json, `the reply has no choices${said === undefined ? '' : `, and says: ${shown(said, context)}`}`, context);
  }
  const inChoice = errorIn(choice);
  if (inChoice !== undefined) throw reportedError(inChoice, context);
  const told = choice['finish_reason'];
  if (isBrokenOff(told)) throw apiError(`the API broke the reply off (${told})`, context, { kind: 'server' });
  return choice;
}

/**
 * Reads a chat completion (or a plain completion) defensively: servers of this format differ.
 * @throws ProviderError when there is no answer in it, or one that was broken off.
 */
export function chatReply(json: unknown, context: CallContext): ApiReply {
  if (!isJsonObject(json)) throw badReply('the reply is not a JSON object', context);
  const choice = choiceOf(json, context);
  const plain = choice['text'];
  const message = objectAt(choice, 'message') ?? (typeof plain === 'string' ? { content: plain } : undefined);
  if (!message) throw badReply('the reply has no message', context);
  const refusal = textAt(message, 'refusal');
  const text = contentText(message['content'], context) || (refusal ?? '');
  const { calls, warnings } = callsOf(message, context);
  // A refusal ends like any other reply.
  const finishReason = refusal === undefined ? endOfReply(choice['finish_reason'], calls) : 'refusal';
  const confidence = confidenceOf(choice, text);
  const figures = new ToldFigures();
  const usage = usageOf(json['usage'], figures);
  const told = figures.amount(objectAt(json, 'usage'), 'cost');
  const allWarnings = [...warnings, ...figures.warnings, ...(refusal === undefined ? endWarnings(choice['finish_reason']) : [])];
  const model = textAt(json, 'model');
  const fingerprint = textAt(json, 'system_fingerprint');
  return {
    text,
    messages: [{ role: 'assistant', content: text, ...(calls.length > 0 ? { toolCalls: calls } : {}) }],
    toolCalls: calls,
    ...(usage ? { usage } : {}),
    ...(told === undefined ? {} : { costUsd: told }),
    ...(model ? { model } : {}),
    ...(finishReason ? { finishReason } : {}),
    ...(confidence === undefined ? {} : { confidence }),
    ...(fingerprint ? { fingerprint } : {}),
    ...(allWarnings.length > 0 ? { warnings: allWarnings } : {}),
  };
}
