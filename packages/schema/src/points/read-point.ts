import { isJsonObject, type JsonObject, type JsonValue } from '../domain/json.js';
import { pickKey } from '../aliases/pick-spelling.js';
import type { NormalizeContext } from '../normalization/context.js';
import type { ValuePath } from '../domain/value-path.js';
import { describeKind, describeValue, reportError, reportWarning } from '../normalization/findings.js';
import { checkKeys } from '../normalization/unknown-keys.js';
import { callLine, callWithoutDollar, exampleCall, meantCall } from './meant-call.js';
import type { RubricPoint } from './point.js';
import { installedFunction, readArgument } from './point-argument.js';
import { ARG_NAMES, meantKey, POINT_NAMES, readSiblings, SIBLING_NAMES, TEXT_NAMES } from './point-keys.js';
import type { PointReader } from './point-reader.js';
import { readCallText } from './read-call-text.js';
import { readCitation } from './read-citation.js';

/** The forms of a point, each as an item that could stand in a file. */
export const POINT_FORMS =
  'write one of: - "what a good reply does"; - "what a good reply does": "its source"; - $contains: "words"; ' +
  '- { text: "what a good reply does", multiplier: 2, citation: "its source" }; - { fn: contains, fnArgs: "words", multiplier: 2 }';
const FULL_KEYS: ReadonlySet<string> = new Set(POINT_NAMES);

function remember(reader: PointReader, point: RubricPoint, path: ValuePath, parts: Readonly<Record<string, ValuePath>>): RubricPoint {
  reader.origins.set(point, { path, parts });
  return point;
}

function readTextPoint(reader: PointReader, raw: string, path: ValuePath): RubricPoint | undefined {
  const { context } = reader;
  if (raw.trim() === '') {
    reportError(context, path, 'a point must not be empty', { hint: 'write what a good reply does, or remove the line' });
    return undefined;
  }
  const call = readCallText(context, raw, path);
  if (!call) {
    warnOfNoColon(reader, raw, path);
    return remember(reader, { text: raw }, path, { text: path });
  }
  const { name, ...rest } = call;
  if (name === 'ref' && rest.arg === undefined) return readReference(reader, { $ref: null }, path);
  reportWarning(context, path, `${describeValue(raw)} is a text that is read as the function call that it looks like`, {
    code: 'call-as-text',
    hint: `write it as a mapping: - ${shownCall(context, name, rest.arg)}`,
  });
  if (name === 'ref') return readReference(reader, { $ref: rest.arg ?? null }, path);
  return remember(reader, { fn: name, ...rest }, path, { fn: path, arg: path });
}

/** `$contains apples`: a text, as no colon makes a call of it, that hardly anybody means judges to read. */
function warnOfNoColon({ context }: PointReader, raw: string, path: ValuePath): void {
  const { name = '', rest = '' } = /^\s*\$(?<name>\w+)\s+(?<rest>\S[\s\S]*)$/u.exec(raw)?.groups ?? {};
  const definition = installedFunction(context, name);
  if (!definition) return;
  reportWarning(context, path, `${describeValue(raw)} is a text for judges: there is no colon after the name of the function`, {
    code: 'call-as-text',
    hint: `did you mean - ${exampleCall(definition, name, rest.trim())}?`,
  });
}

/** How a call that was written as a text is written as a mapping. */
function shownCall(context: NormalizeContext, name: string, argument: JsonValue | undefined): string {
  const definition = installedFunction(context, name);
  return definition ? exampleCall(definition, name, argument) : (meantCall(context.definitions?.pointFunctions ?? [], name, argument) ?? callLine(name, argument ?? true));
}

/** `$ref: name`: the point that the name stands for. What is written beside it wins over the definition's own. */
function readReference(reader: PointReader, raw: JsonObject, path: ValuePath): RubricPoint | undefined {
  const { context } = reader;
  checkKeys(context, raw, path, new Set(['$ref', ...SIBLING_NAMES]));
  const { values, parts } = readSiblings(reader, raw, path);
  const name = raw['$ref'];
  const refPath = [...path, '$ref'];
  if (typeof name !== 'string') {
    reportError(context, refPath, `$ref must be the name of a definition, not ${describeKind(name)}`, {
      hint: 'write $ref: NAME, with NAME: … under point_defs',
    });
    return undefined;
  }
  const defined = reader.define(name, refPath);
  if (!defined || (values.weight === undefined && values.citation === undefined)) return defined;
  const origin = reader.origins.get(defined);
  return remember(reader, { ...defined, ...values }, origin?.path ?? path, { ...origin?.parts, ...parts });
}

function argumentAt({ context }: PointReader, fn: string, raw: JsonValue | undefined, path: ValuePath): JsonValue | undefined {
  return readArgument(context, fn, raw, path, (at) => context.writtenAt?.([...path, ...at]));
}

/** `$name: argument`, with a weight and a citation beside it. */
function readCall(reader: PointReader, raw: JsonObject, key: string, path: ValuePath): RubricPoint | undefined {
  const { context } = reader;
  checkKeys(context, raw, path, new Set([key, ...SIBLING_NAMES]));
  const { values, parts } = readSiblings(reader, raw, path);
  const fn = key.slice(1).trim();
  if (fn === '') {
    reportError(context, path, 'a function has no name', { hint: 'write the name after the $, as in - $contains: "words"' });
    return undefined;
  }
  const at = [...path, key];
  const arg = argumentAt(reader, fn, raw[key], at);
  const point = { fn, ...(arg === undefined ? {} : { arg }), ...values };
  return remember(reader, point, path, { ...parts, fn: at, arg: at });
}

function readName(reader: PointReader, raw: JsonObject, path: ValuePath): string | undefined {
  const written = raw['fn'];
  const fn = typeof written === 'string' ? written.trim().replace(/^\$/u, '') : '';
  if (fn !== '') return fn;
  reportError(reader.context, [...path, 'fn'], `fn must be the name of a point function, not ${describeValue(written)}`, {
    hint: 'write the name of a function, as in - { fn: contains, fnArgs: "words" }',
  });
  return undefined;
}

/** The text of a point in a full object; what it stands for in words when it is computed. */
function readFullText(reader: PointReader, raw: JsonObject, path: ValuePath, key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  const text = raw[key];
  if (typeof text === 'string' && text.trim() !== '') return text;
  const what = typeof text === 'string' ? 'must not be empty' : `must be a text, not ${describeKind(text)}`;
  reportError(reader.context, [...path, key], `${key} ${what}`, { hint: 'write what a good reply does' });
  return undefined;
}

/** `{ point | text, weight, citation }`, or `{ fn, arg, weight, citation }`. */
function readFull(reader: PointReader, raw: JsonObject, path: ValuePath): RubricPoint | undefined {
  const { context } = reader;
  checkKeys(context, raw, path, FULL_KEYS);
  const { values, parts } = readSiblings(reader, raw, path);
  const textKey = pickKey(context, raw, path, TEXT_NAMES);
  const text = readFullText(reader, raw, path, textKey);
  const textPath = [...path, textKey ?? 'text'];
  const argKey = pickKey(context, raw, path, ARG_NAMES);
  if (raw['fn'] !== undefined && raw['fn'] !== null) {
    const fn = readName(reader, raw, path);
    if (fn === undefined) return undefined;
    const fnPath = [...path, 'fn'];
    const argPath = argKey === undefined ? fnPath : [...path, argKey];
    const arg = argKey === undefined ? undefined : argumentAt(reader, fn, raw[argKey], argPath);
    const point = { fn, ...(arg === undefined ? {} : { arg }), ...(text === undefined ? {} : { text }), ...values };
    return remember(reader, point, path, { ...parts, fn: fnPath, text: textPath, arg: argPath });
  }
  if (argKey !== undefined) {
    reportError(context, [...path, argKey], `${argKey} stands without fn`, { which: 'key', hint: 'name the function too, as in - { fn: contains, fnArgs: "words" }' });
    return undefined;
  }
  if (text === undefined) {
    if (TEXT_NAMES.every((name) => raw[name] === undefined || raw[name] === null)) {
      reportError(context, path, 'a point says neither a text nor a function', { hint: POINT_FORMS });
    }
    return undefined;
  }
  return remember(reader, { text, ...values }, path, { ...parts, text: textPath });
}

/** `{ text: citation }`, with a weight beside it. */
function readCited(reader: PointReader, raw: JsonObject, text: string, path: ValuePath): RubricPoint | undefined {
  const { context } = reader;
  const at = [...path, text];
  if (text.trim() === '') {
    reportError(context, at, 'a point must not be empty', { which: 'key', hint: POINT_FORMS });
    return undefined;
  }
  const { values, parts } = readSiblings(reader, raw, path);
  const call = callWithoutDollar(context, text, raw[text]);
  if (call !== undefined && !isCitation(raw[text])) {
    reportError(context, at, `"${text}" is no point function without $, and what stands after it is no citation`, {
      code: 'point-like-a-key',
      which: 'key',
      hint: `did you mean - ${call}?`,
    });
    return undefined;
  }
  const own: JsonValue | undefined = readCitation(context, raw[text], at);
  const meant = call === undefined ? (meantForm(text, raw[text]) ?? meantKey(text)) : `- ${call}`;
  if (meant !== undefined) {
    reportWarning(context, at, `"${text}" is read as a point, and what stands after it as its citation`, {
      code: 'point-like-a-key',
      which: 'key',
      hint: `did you mean ${meant}?`,
    });
  }
  if (own !== undefined && values.citation !== undefined) {
    reportWarning(context, parts['citation'] ?? path, 'the point has a citation already, after its text; this one is not used', {
      code: 'alias-conflict',
      hint: `keep one of the two, as in - ${JSON.stringify({ text, citation: own })}`,
    });
  }
  const point = { text, ...values, ...(own === undefined ? {} : { citation: own }) };
  return remember(reader, point, path, { citation: at, ...parts, text: at });
}

/** Names that other rubrics have for the text of a point, or for a reference to one. */
const TEXT_LIKE = /^(?:criterion|criteria|description|expectation|expected_outcome|outcome|requirement|rubric|statement)$/iu;

/** How a point is written that has its text, or the name of a definition, under a key that is read as the text. */
function meantForm(key: string, value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (key === 'ref') return `- ${callLine('ref', value)}`;
  return TEXT_LIKE.test(key) ? `- ${JSON.stringify(value)}` : undefined;
}

function isCitation(value: unknown): boolean {
  return !Array.isArray(value) && (!isJsonObject(value) || 'title' in value || 'name' in value || 'url' in value);
}

/** `{ type: contains, value: x }`, as evaluators are written. */
function likeAnEvaluator({ context }: PointReader, raw: JsonObject): string | undefined {
  const type = raw['type'] ?? raw['function'] ?? raw['name'];
  return typeof type === 'string' ? callWithoutDollar(context, type, raw['value'] ?? raw['arg'] ?? raw['args']) : undefined;
}

function reportAmbiguous(reader: PointReader, raw: JsonObject, keys: readonly string[], path: ValuePath): void {
  const call = likeAnEvaluator(reader, raw);
  const meant = keys.map((key) => [key, meantKey(key)] as const).find(([, near]) => near !== undefined);
  const shown = keys.map((key) => describeValue(key)).join(' and ');
  reportError(reader.context, path, `a point says one thing, but this one has ${shown}`, {
    code: 'ambiguous-point',
    hint:
      call !== undefined
        ? `did you mean - ${call}?`
        : meant
          ? `did you mean ${meant[1]} instead of ${meant[0]}? Otherwise ${POINT_FORMS}`
          : `start a new item for each; ${POINT_FORMS}`,
  });
}

function readObject(reader: PointReader, raw: JsonObject, path: ValuePath): RubricPoint | undefined {
  const plain: string[] = [];
  let call: string | undefined;
  let full = false;
  for (const key in raw) {
    if (key.startsWith('$')) {
      if (call !== undefined) {
        reportAmbiguous(reader, raw, [call, key], path);
        return undefined;
      }
      call = key;
    } else if (key === 'fn' || TEXT_NAMES.includes(key) || ARG_NAMES.includes(key)) full = true;
    else if (!SIBLING_NAMES.includes(key)) plain.push(key);
  }
  if (call === '$ref') return readReference(reader, raw, path);
  if (call !== undefined) return readCall(reader, raw, call, path);
  const [only] = plain;
  if (full || only === undefined) return readFull(reader, raw, path);
  if (plain.length === 1) return readCited(reader, raw, only, path);
  reportAmbiguous(reader, raw, plain, path);
  return undefined;
}

/**
 * One point in any of its written forms: a text; `{ text: citation }`; `{ $function: argument }`;
 * `{ $ref: name }`; or a full object. Reports everything that is wrong with it.
 */
export function readPoint(reader: PointReader, raw: unknown, path: ValuePath): RubricPoint | undefined {
  if (typeof raw === 'string') return readTextPoint(reader, raw, path);
  if (isJsonObject(raw)) return readObject(reader, raw, path);
  reportError(reader.context, path, `a point must be a text or a mapping, not ${describeKind(raw)}`, {
    hint: typeof raw === 'number' || typeof raw === 'boolean' ? `put it in quotes: - "${String(reader.context.writtenAt?.(path) ?? raw)}"` : POINT_FORMS,
  });
  return undefined;
}
