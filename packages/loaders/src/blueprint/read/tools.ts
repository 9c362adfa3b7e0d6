import {
  checkKeys,
  describeKind,
  describeValue,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NormalizeContext,
  readText,
  reportError,
  reportInfo,
  reportWarning,
  type ValuePath,
} from '@assay/schema';
import { readFlag } from '../../fields/flag.js';

const TOOL_KEYS: ReadonlySet<string> = new Set(['name', 'description', 'schema']);
const TOOL_HINTS = { parameters: 'write the JSON Schema of the arguments under schema', input_schema: 'write it under schema' };
const USE_KEYS: ReadonlySet<string> = new Set(['enabled', 'mode', 'maxSteps', 'outputFormat']);

function readTool(context: NormalizeContext, raw: unknown, path: ValuePath): (JsonObject & { readonly name: string }) | undefined {
  if (!isJsonObject(raw)) {
    reportError(context, path, `a tool must be a mapping with a name, not ${describeKind(raw)}`, { hint: 'write - name: …' });
    return undefined;
  }
  checkKeys(context, raw, path, TOOL_KEYS, { hints: TOOL_HINTS });
  const { name, schema } = raw;
  const description = readText(context, raw, path, 'description');
  if (schema !== undefined && schema !== null && !isJsonObject(schema)) {
    reportError(context, [...path, 'schema'], `the schema of a tool must be a mapping (a JSON Schema), not ${describeKind(schema)}`, {
      hint: 'write type: object and properties: …',
    });
  }
  if (typeof name !== 'string' || name.trim() === '') {
    const missing = name === undefined || name === null;
    reportError(context, missing ? path : [...path, 'name'], missing ? 'a tool has no name' : `the name of a tool must be a text, not ${describeValue(name)}`, {
      hint: 'write name: …',
    });
    return undefined;
  }
  return { name, ...(description === undefined ? {} : { description }), ...(isJsonObject(schema) ? { schema } : {}) };
}

/** The tools that a blueprint declares: names, descriptions, and JSON Schemas of their arguments. */
export function readTools(context: NormalizeContext, raw: unknown, path: ValuePath): readonly (JsonObject & { readonly name: string })[] {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw)) {
    reportError(context, path, `tools must be a list, not ${describeKind(raw)}`, { hint: 'start each tool with - name: …' });
    return [];
  }
  const places = new Map<string, ValuePath>();
  return (raw as readonly unknown[]).flatMap((item, index) => {
    const itemPath = [...path, index];
    const tool = readTool(context, item, itemPath);
    if (!tool) return [];
    const first = places.get(tool.name);
    if (first) {
      reportError(context, [...itemPath, 'name'], `two tools are named "${tool.name}"`, {
        code: 'duplicate-name',
        hint: 'give each tool its own name',
        related: { message: 'the first one is here', path: first },
      });
    } else places.set(tool.name, [...itemPath, 'name']);
    return tool;
  });
}

function readSteps(context: NormalizeContext, raw: JsonObject, path: ValuePath): number | undefined {
  const { maxSteps } = raw;
  if (maxSteps === undefined || maxSteps === null) return undefined;
  if (typeof maxSteps !== 'number' || !Number.isInteger(maxSteps) || maxSteps < 1) {
    reportError(context, [...path, 'maxSteps'], `maxSteps must be a whole number >= 1, not ${describeValue(maxSteps)}`, { hint: 'use a number such as 4' });
    return undefined;
  }
  reportInfo(context, [...path, 'maxSteps'], 'maxSteps has no effect: tools are not executed, so there is only one step', {
    code: 'no-effect',
    which: 'key',
    hint: 'limit the calls of a prompt with maxCalls',
  });
  return maxSteps;
}

interface Choice {
  readonly key: string;
  readonly allowed: string;
  /** Understood elsewhere, and the same as `allowed` here. */
  readonly alike?: readonly string[];
  readonly effect: string;
}

const MODE: Choice = { key: 'mode', allowed: 'trace-only', alike: ['auto'], effect: 'tools are never executed' };
const FORMAT: Choice = { key: 'outputFormat', allowed: 'json-line', effect: 'calls are read from lines that begin with TOOL_CALL' };

/** Settings with one allowed value: a file that asks for another one asks for what is not done. */
function readChoice(context: NormalizeContext, raw: JsonObject, path: ValuePath, { key, allowed, alike = [], effect }: Choice): string | undefined {
  const value = raw[key];
  if (value === undefined || value === null) return undefined;
  if (value === allowed) return allowed;
  if (typeof value === 'string' && alike.includes(value)) {
    reportWarning(context, [...path, key], `${key}: ${value} is the same as ${allowed} here: ${effect}`, { code: 'no-effect', hint: `write ${key}: ${allowed}` });
    return value;
  }
  reportError(context, [...path, key], `${key} must be ${allowed}, not ${describeValue(value)}: ${effect}`, {
    hint: `write ${key}: ${allowed}, or leave it out`,
  });
  return undefined;
}

/** The `toolUse` of a header as metadata. Tools are never executed: their calls are read from the reply. */
export function readToolUse(context: NormalizeContext, raw: unknown, path: ValuePath): JsonObject | undefined {
  if (raw === undefined || raw === null) return undefined;
  if (!isJsonObject(raw)) {
    reportError(context, path, `toolUse must be a mapping, not ${describeKind(raw)}`, { hint: 'write enabled: true and mode: trace-only under it' });
    return undefined;
  }
  checkKeys(context, raw, path, USE_KEYS);
  const entries: readonly (readonly [string, JsonValue | undefined])[] = [
    ['enabled', readFlag(context, raw, path, 'enabled')],
    ['mode', readChoice(context, raw, path, MODE)],
    ['max_steps', readSteps(context, raw, path)],
    ['output_format', readChoice(context, raw, path, FORMAT)],
  ];
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, JsonValue] => entry[1] !== undefined));
}
