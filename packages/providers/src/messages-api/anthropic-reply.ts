import {
  isJsonObject,
  normalizeToolCall,
  type JsonValue,
  type TokenUsage,
  type ToolCall,
} from '@assay/schema';
import { badReply, oddPart, reportedError, type CallContext } from '../http/errors/api-error.js';
import { unanswered } from '../http/errors/unanswered.js';
import type { ApiReply } from '../http/api-reply.js';
import { endWarnings, finishReasonOf } from '../replies/finish-reason.js';
import { ToldFigures } from '../replies/told-figures.js';
import { statedError } from '../replies/stated-error.js';

/** The API counts cached input apart; here it is part of the input. Not known when one of the numbers that a cost is computed from cannot be. */
function usageOf(told: JsonValue | undefined, figures: ToldFigures): TokenUsage | undefined {
  const usage = figures.told({ name: 'usage', value: told, needed: ['input_tokens', 'output_tokens'] });
  if (!usage) return undefined;
  const fresh = figures.count(usage, 'input_tokens');
  const outputTokens = figures.count(usage, 'output_tokens');
  const cached = figures.count(usage, 'cache_read_input_tokens');
  const written = figures.count(usage, 'cache_creation_input_tokens') ?? 0;
  if (figures.warnings.length > 0 || fresh === undefined || outputTokens === undefined) return undefined;
  const details = usage['output_tokens_details'];
  const thinking = isJsonObject(details) ? figures.count(details, 'thinking_tokens') : undefined;
  return {
    inputTokens: fresh + (cached ?? 0) + written,
    outputTokens,
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
    ...(thinking === undefined ? {} : { reasoningTokens: thinking }),
  };
}

/**
 * Reads a message of the messages API.
 * @param answerTool Name of the tool whose input is the answer itself (structured output).
 * @throws ProviderError (bad_reply) when there is no message in it.
 */
export function anthropicReply(json: unknown, context: CallContext, answerTool: (name: string) => boolean): ApiReply {
  if (!isJsonObject(json)) throw badReply('the reply is not a JSON object', context);
  const error = statedError(json);
  if (json['type'] === 'error' || error !== undefined) throw reportedError(error ?? json['error'], context);
  const content = json['content'];
  if (content === undefined || content === null) throw unanswered(json, 'the reply has no content', context);
  if (!Array.isArray(content)) throw oddPart('content', 'a list of blocks', content, context);
  const texts: string[] = [];
  const calls: ToolCall[] = [];
  const warnings: string[] = [];
  for (const block of content as readonly JsonValue[]) {
    if (!isJsonObject(block)) throw oddPart('a block of content', 'an object', block, context);
    if (block['type'] === 'text') {
      if (typeof block['text'] !== 'string') throw oddPart('the text of a block of content', 'a text', block['text'], context);
      texts.push(block['text']);
    }
    if (block['type'] !== 'tool_use') continue;
    // `arguments`: streamed input arrives as JSON text.
    const call = normalizeToolCall({
      id: block['id'] ?? null,
      name: block['name'] ?? null,
      arguments: block['input'] ?? {},
    });
    if (!call) warnings.push('a tool call without a name was left out');
    else if (answerTool(call.tool)) texts.push(JSON.stringify(call.input ?? {}));
    else {
      if (typeof call.input === 'string') warnings.push(`the arguments of tool call ${call.tool} are not valid JSON`);
      calls.push(call);
    }
  }
  const text = texts.join('');
  const finishReason = finishReasonOf(json['stop_reason']);
  const figures = new ToldFigures();
  const usage = usageOf(json['usage'], figures);
  const allWarnings = [...warnings, ...figures.warnings, ...endWarnings(json['stop_reason'])];
  return {
    text,
    messages: [{ role: 'assistant', content: text, ...(calls.length > 0 ? { toolCalls: calls } : {}) }],
    toolCalls: calls,
    ...(usage ? { usage } : {}),
    ...(typeof json['model'] === 'string' ? { model: json['model'] } : {}),
    ...(finishReason === undefined ? {} : { finishReason }),
    ...(allWarnings.length > 0 ? { warnings: allWarnings } : {}),
  };
}
