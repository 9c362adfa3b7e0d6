import {
  isJsonObject,
  messageText,
  normalizeToolCall,
  ROLES,
  type ContentPart,
  type FilePart,
  type JsonObject,
  type JsonValue,
  type Message,
  type MessageContent,
  type ProviderResponse,
  type Role,
  type TokenUsage,
  type ToolCall,
} from '@assay/schema';
import { endWarnings, finishReasonOf } from './finish-reason.js';
import { fieldProblems, REPLY_FIELDS } from './reply-fields.js';

/** A reply that a program or a recording tells about in JSON. */
export interface RecordedReply extends Omit<ProviderResponse, 'latencyMs'> {
  /** As reported. */
  readonly latencyMs: number | undefined;
}

/** Any of these makes an object a reply rather than an answer that happens to be JSON. */
const ANSWER_KEYS = ['text', 'output_messages', 'tool_calls'] as const;

/** The name that programs for AgentV give their messages. An answer may have such a key too: only messages with roles count. */
function isOutput(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length > 0 && (value as readonly JsonValue[]).every((entry) => isJsonObject(entry) && isRole(entry['role']));
}

/** True if the value says what was answered. */
export function isRecordedReply(value: unknown): value is JsonObject {
  return isJsonObject(value) && (ANSWER_KEYS.some((key) => value[key] !== undefined) || isOutput(value['output']));
}

/** The messages of a reply, by either of their names. */
function messagesIn(value: JsonObject): readonly JsonValue[] {
  const other = value['output_messages'] === undefined && isOutput(value['output']);
  return listAt(value, other ? 'output' : 'output_messages');
}

function listAt(value: JsonObject, key: string): readonly JsonValue[] {
  const found = value[key];
  return Array.isArray(found) ? found : [];
}

function amount(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value);
}

function toolCalls(raw: readonly JsonValue[], warnings: string[]): readonly ToolCall[] {
  return raw.flatMap((entry) => {
    const call = normalizeToolCall(entry);
    if (!call) warnings.push('a tool call without a name was left out');
    return call ? [call] : [];
  });
}

/** A file that a message names, if the part is one. */
function fileOf(part: JsonValue): FilePart | undefined {
  if (!isJsonObject(part) || part['type'] !== 'file') return undefined;
  const value = part['path'] ?? part['value'];
  const { media_type: mediaType, digest } = part;
  if (typeof value !== 'string' || value === '') return undefined;
  return { type: 'file', value, ...(typeof mediaType === 'string' ? { mediaType } : {}), ...(typeof digest === 'string' ? { digest } : {}) };
}

function contentOf(value: JsonValue | undefined): MessageContent | null | undefined {
  if (value === undefined || value === null || typeof value === 'string') return value;
  if (isJsonObject(value)) return value;
  if (!Array.isArray(value)) return JSON.stringify(value);
  return (value as readonly JsonValue[]).filter((part) => !isCall(part)).map((part): ContentPart => {
    const file = fileOf(part);
    if (file) return file;
    const text = isJsonObject(part) ? (part['value'] ?? part['text']) : part;
    return { type: 'text', value: typeof text === 'string' ? text : JSON.stringify(part) };
  });
}

/** Tool messages that name a call are its output. */
function outputsById(raw: readonly JsonValue[]): ReadonlyMap<string, JsonValue> {
  const outputs = new Map<string, JsonValue>();
  for (const entry of raw) {
    if (!isJsonObject(entry) || entry['role'] !== 'tool') continue;
    const id = entry['tool_call_id'];
    if (typeof id === 'string' && entry['content'] !== undefined) outputs.set(id, entry['content']);
  }
  return outputs;
}

function isCall(part: JsonValue): boolean {
  return isJsonObject(part) && part['type'] === 'tool_use';
}

/** Parts of a message that are no text, such as thoughts and images, are kept in it and answer nothing. */
function isNoText(part: JsonValue): boolean {
  if (!isJsonObject(part)) return false;
  if (fileOf(part)) return true;
  const { type } = part;
  return (typeof type === 'string' && /thinking|reasoning|tool/u.test(type)) || typeof (part['value'] ?? part['text']) !== 'string';
}

/** What an entry of `output_messages` says to whoever asked. */
function spoken(content: JsonValue | undefined): string {
  const said = Array.isArray(content) ? (content as readonly JsonValue[]).filter((part) => !isNoText(part)) : content;
  return messageText(contentOf(said));
}

/** Calls of an entry: its `tool_calls`, else the parts of its content that call a tool. */
function callsOf(entry: JsonObject): readonly JsonValue[] {
  const listed = listAt(entry, 'tool_calls');
  if (listed.length > 0) return listed;
  return listAt(entry, 'content').filter(isCall);
}

function messagesOf(raw: readonly JsonValue[], warnings: string[]): readonly Message[] {
  const outputs = outputsById(raw);
  return raw.flatMap((entry): readonly Message[] => {
    if (!isJsonObject(entry)) {
      warnings.push('an output message that is not an object was left out');
      return [];
    }
    const role = entry['role'] ?? 'assistant';
    if (!isRole(role)) {
      warnings.push(`an output message with the unknown role ${JSON.stringify(role)} was left out`);
      return [];
    }
    const calls = toolCalls(callsOf(entry), warnings).map((call) => {
      const output = call.output ?? (call.id === undefined ? undefined : outputs.get(call.id));
      return output === undefined ? call : { ...call, output };
    });
    const content = contentOf(entry['content']);
    return [{ role, ...(content === undefined ? {} : { content }), ...(calls.length > 0 ? { toolCalls: calls } : {}) }];
  });
}

function usageOf(value: JsonValue | undefined): TokenUsage | undefined {
  if (!isJsonObject(value)) return undefined;
  const inputTokens = amount(value['input']);
  const outputTokens = amount(value['output']);
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  const cached = amount(value['cached']);
  return {
    inputTokens,
    outputTokens,
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
  };
}

/** What a reply states as its answer; undefined when it states none. */
function textOf(written: JsonValue | undefined): string | undefined {
  if (written === undefined || written === null) return undefined;
  return typeof written === 'string' ? written : JSON.stringify(written);
}

/** The answer of a conversation: its last assistant text. What was said before it led there. */
function answerOf(raw: readonly JsonValue[]): string {
  const texts = raw.map((entry) => (isJsonObject(entry) && (entry['role'] ?? 'assistant') === 'assistant' ? spoken(entry['content']) : ''));
  return texts.findLast((text) => text.trim() !== '') ?? '';
}

/** Names what says something that cannot be read, and so counts as not said. */
function warnOfUnreadable(value: JsonObject, warnings: string[]): void {
  for (const problem of fieldProblems(value, REPLY_FIELDS)) warnings.push(`${problem}; it was left out`);
}

/**
 * Reads `{text | output_messages (or output), tool_calls?, token_usage: {input, output, cached?}, cost_usd?,
 * duration_ms?, confidence?, model?, finish_reason?}`. The answer is `text`, else the last assistant message that has
 * one; the earlier ones stay in `messages`. Tool calls of all messages become one trace; a list beside
 * them counts only when no message has any, so that no call is counted twice.
 */
export function recordedReply(value: JsonObject): RecordedReply {
  const warnings: string[] = [];
  warnOfUnreadable(value, warnings);
  const said = messagesIn(value);
  const told = messagesOf(said, warnings);
  const inMessages = told.flatMap((message) => message.toolCalls ?? []);
  const calls = inMessages.length > 0 ? inMessages : toolCalls(listAt(value, 'tool_calls'), warnings);
  const text = textOf(value['text']) ?? answerOf(said);
  const single: Message = { role: 'assistant', content: text, ...(calls.length > 0 ? { toolCalls: calls } : {}) };
  const usage = usageOf(value['token_usage']);
  const costUsd = amount(value['cost_usd']);
  const confidence = amount(value['confidence']);
  const finishReason = finishReasonOf(value['finish_reason']);
  warnings.push(...endWarnings(value['finish_reason']));
  return {
    text,
    messages: told.length > 0 ? told : [single],
    toolCalls: calls,
    latencyMs: amount(value['duration_ms']),
    ...(usage ? { usage } : {}),
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(confidence !== undefined && confidence <= 1 ? { confidence } : {}),
    ...(finishReason === undefined ? {} : { finishReason }),
    ...(typeof value['model'] === 'string' ? { model: value['model'] } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}
