import {
  isJsonObject,
  normalizeToolCall,
  type JsonObject,
  type JsonValue,
  type TokenUsage,
  type ToolCall,
} from '@assay/schema';
import { badReply, oddPart, type CallContext } from '../http/errors/api-error.js';
import { unanswered } from '../http/errors/unanswered.js';
import type { ApiReply } from '../http/api-reply.js';
import { numbersAt, tokenConfidence } from '../replies/token-confidence.js';
import { endOfReply, endWarnings } from '../replies/finish-reason.js';
import { ToldFigures } from '../replies/told-figures.js';

function numberAt(value: JsonObject, key: string): number | undefined {
  const found = value[key];
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

function textAt(value: JsonObject, key: string): string | undefined {
  const found = value[key];
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/**
 * The API counts thoughts and the results of its own tools apart; here they are output and input. Not known when
 * one of the numbers cannot be.
 */
function usageOf(told: JsonValue | undefined, figures: ToldFigures): TokenUsage | undefined {
  const usage = figures.told({ name: 'usageMetadata', value: told, needed: ['promptTokenCount'] });
  if (!usage) return undefined;
  const prompt = figures.count(usage, 'promptTokenCount');
  const results = figures.count(usage, 'toolUsePromptTokenCount') ?? 0;
  // Left out when there are none: a blocked reply, or one that was all thoughts.
  const answer = figures.count(usage, 'candidatesTokenCount') ?? 0;
  const thoughts = figures.count(usage, 'thoughtsTokenCount');
  const cached = figures.count(usage, 'cachedContentTokenCount');
  figures.compare({ name: 'cachedContentTokenCount', value: cached }, { name: 'promptTokenCount', value: prompt });
  if (figures.warnings.length > 0 || prompt === undefined) return undefined;
  return {
    inputTokens: prompt + results,
    outputTokens: answer + (thoughts ?? 0),
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
    ...(thoughts === undefined ? {} : { reasoningTokens: thoughts }),
  };
}

interface ReadParts {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly warnings: readonly string[];
}

/** Text and calls of the answer. Thoughts are no part of it. */
function readParts(parts: readonly JsonValue[], context: CallContext): ReadParts {
  const texts: string[] = [];
  const calls: ToolCall[] = [];
  const warnings: string[] = [];
  for (const part of parts) {
    if (!isJsonObject(part)) throw oddPart('a part of content', 'an object', part, context);
    if (part['thought'] === true) continue;
    if (typeof part['text'] === 'string') texts.push(part['text']);
    else if (part['text'] !== undefined && part['text'] !== null) throw oddPart('the text of a part of content', 'a text', part['text'], context);
    const said = part['functionCall'];
    if (!isJsonObject(said)) continue;
    const call = normalizeToolCall({
      id: said['id'] ?? null,
      name: said['name'] ?? null,
      arguments: said['args'] ?? {},
    });
    if (!call) {
      warnings.push('a tool call without a name was left out');
      continue;
    }
    if (typeof call.input === 'string') warnings.push(`the arguments of tool call ${call.tool} are not valid JSON`);
    calls.push(call);
  }
  return { text: texts.join(''), calls, warnings };
}

/** The mean that the API gives, else that of the tokens it lists. Calls alone have no text to be sure of. */
function confidenceOf(candidate: JsonObject, text: string): number | undefined {
  if (text === '') return undefined;
  const mean = numberAt(candidate, 'avgLogprobs');
  if (mean !== undefined) return tokenConfidence([mean]);
  const result = candidate['logprobsResult'];
  const tokens = isJsonObject(result) ? result['chosenCandidates'] : undefined;
  return Array.isArray(tokens) ? tokenConfidence(numbersAt(tokens, 'logProbability')) : undefined;
}

/** A blocked prompt has no candidate. It is the model's answer all the same: asking again changes nothing. */
function blockedPrompt(json: JsonObject): string | undefined {
  const feedback = json['promptFeedback'];
  return isJsonObject(feedback) ? textAt(feedback, 'blockReason') : undefined;
}

/** The parts of a candidate's content; undefined when it has none, as one that was held back or all thoughts. */
function partsOf(candidate: JsonObject, context: CallContext): readonly JsonValue[] | undefined {
  const content = candidate['content'] ?? {};
  if (!isJsonObject(content)) throw oddPart('content', 'an object with parts', content, context);
  const parts = content['parts'] ?? undefined;
  if (parts !== undefined && !Array.isArray(parts)) throw oddPart('content.parts', 'a list', parts, context);
  return parts as readonly JsonValue[] | undefined;
}

/**
 * Reads a reply of generateContent.
 * @throws ProviderError (bad_reply) when there is no answer in it.
 */
export function geminiReply(json: unknown, context: CallContext): ApiReply {
  if (!isJsonObject(json)) throw badReply('the reply is not a JSON object', context);
  const candidates = json['candidates'];
  const candidate: unknown = Array.isArray(candidates) ? candidates[0] : undefined;
  const blocked = blockedPrompt(json);
  if (!isJsonObject(candidate) && blocked === undefined) throw unanswered(json, 'the reply has no candidates', context);
  const chosen: JsonObject = isJsonObject(candidate) ? candidate : {};
  const told = textAt(chosen, 'finishReason');
  const parts = partsOf(chosen, context);
  if (parts === undefined && told === undefined && blocked === undefined) throw unanswered(json, 'the reply has no content', context);
  const { text, calls, warnings } = readParts(parts ?? [], context);
  const finishReason = blocked === undefined ? endOfReply(told, calls) : 'filter';
  const figures = new ToldFigures();
  const usage = usageOf(json['usageMetadata'], figures);
  const model = textAt(json, 'modelVersion');
  const confidence = confidenceOf(chosen, text);
  const all = [
    ...warnings,
    ...figures.warnings,
    ...(blocked === undefined ? endWarnings(told) : [`the prompt was blocked (${blocked})`]),
  ];
  return {
    text,
    messages: [{ role: 'assistant', content: text, ...(calls.length > 0 ? { toolCalls: calls } : {}) }],
    toolCalls: calls,
    ...(usage ? { usage } : {}),
    ...(model === undefined ? {} : { model }),
    ...(finishReason === undefined ? {} : { finishReason }),
    ...(confidence === undefined ? {} : { confidence }),
    ...(all.length > 0 ? { warnings: all } : {}),
  };
}
