import { TOOL_CALL_ALIASES } from '../aliases/tool-call-aliases.js';
import { isJsonObject, type JsonValue } from '../domain/json.js';
import type { ToolCall } from '../domain/tool-call.js';
import { parseJson } from '../json/parse-json.js';

/**
 * `arguments` are JSON text in OpenAI's APIs; text that is not JSON stays text. `input` never is,
 * so that a text input which happens to look like JSON is kept.
 */
function parseArguments(value: JsonValue): JsonValue {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === '') return {};
  if (!text.startsWith('{') && !text.startsWith('[')) return value;
  try {
    return parseJson(text) as JsonValue;
  } catch (error) {
    if (error instanceof SyntaxError) return value;
    throw error;
  }
}

/** The arguments of a call, from what stands under one of their names. */
export function toolInput(name: (typeof TOOL_CALL_ALIASES.input)[number], value: JsonValue): JsonValue {
  return name === 'input' ? value : parseArguments(value);
}

function first(value: { readonly [key: string]: JsonValue }, keys: readonly string[]): JsonValue | undefined {
  for (const key of keys) if (value[key] !== undefined) return value[key];
  return undefined;
}

/**
 * Brings a tool call of any common shape to {@link ToolCall}: `{tool, input}`, OpenAI's
 * `{function: {name, arguments}}`, Anthropic's `{name, input}`, and `{name, arguments | args}`.
 * Returns undefined when there is no tool name.
 * @throws JsonBoundsError for arguments that are nested too deep, or have a number that is too large.
 */
export function normalizeToolCall(raw: unknown): ToolCall | undefined {
  if (!isJsonObject(raw)) return undefined;
  const inner = raw['function'];
  const source = isJsonObject(inner) ? { ...raw, ...inner } : raw;
  const tool = first(source, TOOL_CALL_ALIASES.tool);
  if (typeof tool !== 'string' || tool === '') return undefined;
  const name = TOOL_CALL_ALIASES.input.find((key) => source[key] !== undefined);
  const written = name === undefined ? undefined : source[name];
  const input = name === undefined || written === undefined ? undefined : toolInput(name, written);
  const output = first(source, TOOL_CALL_ALIASES.output);
  const duration = first(source, TOOL_CALL_ALIASES.duration);
  const id = first(source, TOOL_CALL_ALIASES.id);
  return {
    tool,
    ...(input === undefined ? {} : { input }),
    ...(output === undefined ? {} : { output }),
    ...(typeof duration === 'number' && Number.isFinite(duration) ? { durationMs: duration } : {}),
    ...(typeof id === 'string' ? { id } : {}),
  };
}
