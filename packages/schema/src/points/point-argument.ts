import * as v from 'valibot';
import { findPointFunction } from '../contracts/find-point-function.js';
import type { PointFunctionDefinition } from '../contracts/point-function.js';
import { isJsonObject, type JsonValue } from '../domain/json.js';
import type { NormalizeContext } from '../normalization/context.js';
import type { ValuePath } from '../domain/value-path.js';
import { reportWarning } from '../normalization/findings.js';

/** The installed point function that a point names; undefined also when nothing is known to be installed. */
export function installedFunction(context: NormalizeContext, fn: string): PointFunctionDefinition | undefined {
  return findPointFunction(context.definitions?.pointFunctions ?? [], fn)?.definition;
}

/** True for functions whose argument is one text. */
export function takesText({ options }: PointFunctionDefinition): boolean {
  return v.is(options, 'text') && !v.is(options, 1);
}

function isPlain(value: unknown): value is number | boolean | null {
  return value === null || typeof value === 'number' || typeof value === 'boolean';
}

function replaceAt(value: JsonValue, path: ValuePath, text: string): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) return text;
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).map((item, index) => (index === key ? replaceAt(item, rest, text) : item));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, name === key ? replaceAt(item, rest, text) : item]));
}

interface PlainValue {
  readonly path: ValuePath;
  readonly value: number | boolean | null;
}

/** The values that a schema refuses only because they are no texts. */
function wantedTexts(definition: PointFunctionDefinition, argument: JsonValue): readonly PlainValue[] {
  const result = v.safeParse(definition.options, argument);
  return (result.issues ?? []).flatMap(({ expected, input, path = [] }) =>
    expected === 'string' && isPlain(input) ? [{ path: path.map(({ key }) => key as string | number), value: input }] : [],
  );
}

/** A number is what it looks like; yes, no and nothing may have been meant as such. */
function warnOf(context: NormalizeContext, fn: string, value: boolean | null, text: string, path: ValuePath): void {
  reportWarning(context, path, `$${fn} looks for texts: ${String(value)} is read as the text ${JSON.stringify(text)}`, {
    code: 'value-as-text',
    hint: `put it in quotes: ${JSON.stringify(text)}`,
  });
}

/**
 * The argument of a point as it counts: where its function takes texts, numbers and other plain values
 * are the texts that stand in the file (`1.0`, `007`, `True`).
 * @param path Where the argument stands, for what is reported.
 * @param writtenAt The plain values in it as they are written, by their paths in it.
 */
export function readArgument(
  context: NormalizeContext,
  fn: string,
  argument: JsonValue | undefined,
  path: ValuePath,
  writtenAt: (inArgument: ValuePath) => string | undefined,
): JsonValue | undefined {
  if (argument === undefined || (argument === null && writtenAt([]) === undefined)) return undefined;
  const definition = installedFunction(context, fn);
  const wanted = definition ? wantedTexts(definition, argument) : [];
  const read = wanted.reduce((value, { path: at, value: plain }) => {
    const text = writtenAt(at) ?? String(plain);
    if (typeof plain !== 'number') warnOf(context, fn, plain, text, [...path, ...at]);
    return replaceAt(value, at, text);
  }, argument);
  return read === null ? undefined : read;
}
