import { isJsonObject, POINT_SPELLINGS, type JsonObject, type JsonValue, type RubricItem, type RubricPoint } from '@assay/schema';

/** Spellings of one thing each: a point uses one of them. */
const SPELLINGS: readonly (readonly string[])[] = Object.values(POINT_SPELLINGS);
const TEXT_KEYS: readonly string[] = POINT_SPELLINGS.text;
const ARGUMENT_KEYS: readonly string[] = POINT_SPELLINGS.arg;
const WEIGHT_KEYS: readonly string[] = POINT_SPELLINGS.weight;
const CITATION_KEYS: readonly string[] = POINT_SPELLINGS.citation;
const BESIDE = new Set([...WEIGHT_KEYS, ...CITATION_KEYS]);
const FULL_KEYS = new Set(['fn', ...TEXT_KEYS, ...ARGUMENT_KEYS, ...BESIDE]);

function given(value: JsonObject, keys: readonly string[]): readonly string[] {
  return keys.filter((key) => value[key] !== undefined && value[key] !== null);
}

function pick(value: JsonObject, keys: readonly string[]): JsonValue | undefined {
  const [key] = given(value, keys);
  return key === undefined ? undefined : value[key];
}

function textOf(value: JsonObject): string | undefined {
  const text = pick(value, TEXT_KEYS);
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

/** What stands beside the text or the function of a point. */
function besides(value: JsonObject): Pick<RubricPoint, 'weight' | 'citation'> {
  const weight = pick(value, WEIGHT_KEYS);
  const citation = pick(value, CITATION_KEYS);
  return {
    ...(typeof weight === 'number' ? { weight } : {}),
    ...(citation === undefined ? {} : { citation }),
  };
}

function computed(fn: string, arg: JsonValue | undefined, value: JsonObject): RubricPoint | undefined {
  const name = fn.trim().replace(/^\$/u, '');
  if (name === '') return undefined;
  const text = textOf(value);
  return { fn: name, ...(arg === undefined || arg === null ? {} : { arg }), ...(text === undefined ? {} : { text }), ...besides(value) };
}

/** Two keys of a point that say the same thing in two ways; undefined when there are none. */
export function saidTwice(value: JsonObject): readonly string[] | undefined {
  return SPELLINGS.map((keys) => given(value, keys)).find(({ length }) => length > 1);
}

/** `{ fn, arg, text, weight, citation }`: with a key that is none of these, it is probably misspelt. */
function readFull(value: JsonObject): RubricPoint | undefined {
  const { fn } = value;
  const hasText = given(value, TEXT_KEYS).length > 0;
  if (typeof fn !== 'string' || Object.keys(value).some((key) => !FULL_KEYS.has(key))) return undefined;
  return hasText && textOf(value) === undefined ? undefined : computed(fn, pick(value, ARGUMENT_KEYS), value);
}

/** A point in one of its written forms; undefined when it is none of them. */
export function readPoint(value: JsonValue): RubricPoint | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : { text: value };
  if (!isJsonObject(value)) return undefined;
  if (Object.hasOwn(value, 'fn')) return readFull(value);
  const own = Object.keys(value).filter((key) => !BESIDE.has(key));
  const [key] = own;
  if (key === undefined || own.length > 1) return undefined;
  if (key.startsWith('$')) return computed(key, value[key], value);
  if (TEXT_KEYS.includes(key)) {
    const text = textOf(value);
    return text === undefined ? undefined : { text, ...besides(value) };
  }
  const citation = value[key];
  return key.trim() === '' || FULL_KEYS.has(key) ? undefined : { ...(citation === undefined || citation === null ? {} : { citation }), ...besides(value), text: key };
}

function readPath(value: readonly JsonValue[]): readonly RubricPoint[] {
  return value.flatMap((item) => readPoint(item) ?? []);
}

/** An entry of a rubric in its normal form. What is written has been checked. */
export function readItem(value: JsonValue): RubricItem | undefined {
  if (!Array.isArray(value)) return readPoint(value);
  const items = value as readonly JsonValue[];
  return Array.isArray(items[0])
    ? items.map((path) => (Array.isArray(path) ? readPath(path as readonly JsonValue[]) : []))
    : readPath(items);
}

/**
 * Where a part of a point in its normal form is written: in `{ $function: argument }` the one key is
 * both. Undefined when it stands under its own name.
 */
export function writtenKey(value: JsonValue, part: string): string | undefined {
  if (!isJsonObject(value) || value[part] !== undefined) return undefined;
  const own = Object.keys(value).find((key) => key.startsWith('$'));
  return own ?? (part === 'arg' ? ARGUMENT_KEYS.find((key) => value[key] !== undefined) : undefined);
}
