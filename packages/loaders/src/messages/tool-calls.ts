import {
  canonicalJson,
  checkKeys,
  describeKind,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NormalizeContext,
  reportError,
  reportWarning,
  TOOL_CALL_ALIASES,
  type ToolCall,
  toolInput,
  type ValuePath,
} from '@assay/schema';
import { fieldName } from './field-name.js';

const KEYS: ReadonlySet<string> = new Set(['tool', ...TOOL_CALL_ALIASES.input, 'output', 'id', 'duration_ms']);

const HINTS: Readonly<Record<string, string>> = {
  name: 'write the name of the tool under tool',
  result: 'write the result under output',
};

/**
 * The arguments, by whatever name; `input` wins over the others, whichever spelling wins elsewhere.
 * That they are nothing (`null`) can only be said as `input`.
 */
function readInput(context: NormalizeContext, raw: JsonObject, path: ValuePath): JsonValue | undefined {
  const given = TOOL_CALL_ALIASES.input.filter((name) => raw[name] !== undefined && raw[name] !== null);
  const [name = 'input'] = given;
  const value = raw[name];
  if (value === undefined) return undefined;
  const input = toolInput(name, value);
  for (const other of given.slice(1)) {
    if (canonicalJson(toolInput(other, raw[other] ?? null)) === canonicalJson(input)) continue;
    reportWarning(context, [...path, other], `${name} and ${other} differ; ${name} is used`, {
      code: 'alias-conflict',
      which: 'key',
      hint: 'keep one of the two',
      related: { message: `${name} is here`, path: [...path, name] },
    });
  }
  return input;
}

function readToolCall(context: NormalizeContext, raw: unknown, path: ValuePath): ToolCall | undefined {
  if (!isJsonObject(raw)) {
    reportError(context, path, `${fieldName(path)} must be a mapping with the key tool, not ${describeKind(raw)}`, {
      hint: 'write - tool: NAME',
    });
    return undefined;
  }
  checkKeys(context, raw, path, KEYS, { hints: HINTS });
  const { tool, output, id, duration_ms: duration }: JsonObject = raw;
  const input = readInput(context, raw, path);
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

/** The tool calls of a message: `tool`, any JSON as `input` (`arguments`, `args`, `parameters`), and optionally the expected `output`. */
export function readToolCalls(context: NormalizeContext, raw: unknown, path: ValuePath): readonly ToolCall[] {
  if (!Array.isArray(raw)) {
    reportError(context, path, `${fieldName(path)} must be a list, not ${describeKind(raw)}`, {
      hint: 'write a list of - tool: NAME',
    });
    return [];
  }
  return raw.flatMap((item, index) => readToolCall(context, item, [...path, index]) ?? []);
}
