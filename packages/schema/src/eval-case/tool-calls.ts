import { isJsonObject, type JsonValue } from '../domain/json.js';
import type { ToolCall } from '../domain/tool-call.js';
import type { NormalizeContext, ValuePath } from './context.js';
import { fieldName } from './field-name.js';
import { describeKind, reportError } from './findings.js';
import { checkKeys } from './unknown-keys.js';

const KEYS: ReadonlySet<string> = new Set(['tool', 'input', 'output', 'id', 'duration_ms']);

const HINTS: Readonly<Record<string, string>> = {
  args: 'write the arguments under input',
  arguments: 'write the arguments under input',
  parameters: 'write the arguments under input',
  name: 'write the name of the tool under tool',
  result: 'write the result under output',
};

function readToolCall(context: NormalizeContext, raw: unknown, path: ValuePath): ToolCall | undefined {
  if (!isJsonObject(raw)) {
    reportError(context, path, `${fieldName(path)} must be a mapping with the key tool, not ${describeKind(raw)}`, {
      hint: 'write - tool: NAME',
    });
    return undefined;
  }
  checkKeys(context, raw, path, KEYS, HINTS);
  const { tool, input, output, id, duration_ms: duration } = raw as Record<string, JsonValue | undefined>;
  if (typeof tool !== 'string' || tool === '') {
    const problem = tool === undefined ? `${fieldName(path)} has no tool` : `${fieldName(path)}.tool must be a name, not ${describeKind(tool)}`;
    reportError(context, tool === undefined ? path : [...path, 'tool'], problem, {
      hint: 'write the name of the tool under tool',
    });
    return undefined;
  }
  if (id !== undefined && typeof id !== 'string') {
    reportError(context, [...path, 'id'], `${fieldName(path)}.id must be a string, not ${describeKind(id)}`);
  }
  if (duration !== undefined && !(typeof duration === 'number' && duration >= 0 && duration !== Infinity)) {
    reportError(context, [...path, 'duration_ms'], `${fieldName(path)}.duration_ms must be a number of milliseconds >= 0`);
  }
  return {
    tool,
    ...(input === undefined ? {} : { input }),
    ...(output === undefined ? {} : { output }),
    ...(typeof duration === 'number' ? { durationMs: duration } : {}),
    ...(typeof id === 'string' ? { id } : {}),
  };
}

/** The tool calls of a message: `tool`, any JSON as `input`, and optionally the expected `output`. */
export function readToolCalls(context: NormalizeContext, raw: unknown, path: ValuePath): readonly ToolCall[] {
  if (!Array.isArray(raw)) {
    reportError(context, path, `${fieldName(path)} must be a list, not ${describeKind(raw)}`, {
      hint: 'write a list of - tool: NAME',
    });
    return [];
  }
  return raw.flatMap((item, index) => readToolCall(context, item, [...path, index]) ?? []);
}
