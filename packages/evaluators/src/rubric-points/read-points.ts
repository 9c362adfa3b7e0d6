import { isJsonObject, type JsonObject, type JsonValue, type RubricItem, type RubricPoint } from '@assay/schema';

const TEXT_KEYS = ['text', 'point'];
const ARGUMENT_KEYS = ['arg', 'fnArgs', 'args'];
const WEIGHT_KEYS = ['weight', 'multiplier'];
const CITATION_KEYS = ['citation', 'reference'];
const BESIDE = new Set([...WEIGHT_KEYS, ...CITATION_KEYS]);

function pick(value: JsonObject, keys: readonly string[]): JsonValue | undefined {
  const key = keys.find((name) => value[name] !== undefined && value[name] !== null);
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

/** A point in one of its written forms; undefined when it is none of them. */
export function readPoint(value: JsonValue): RubricPoint | undefined {
  if (typeof value === 'string') return { text: value };
  if (!isJsonObject(value)) return undefined;
  if (typeof value['fn'] === 'string') return computed(value['fn'], pick(value, ARGUMENT_KEYS), value);
  const own = Object.keys(value).filter((key) => !BESIDE.has(key));
  const [key] = own;
  if (key === undefined || own.length > 1) return undefined;
  if (key.startsWith('$')) return computed(key, value[key], value);
  if (TEXT_KEYS.includes(key)) {
    const text = textOf(value);
    return text === undefined ? undefined : { text, ...besides(value) };
  }
  const citation = value[key];
  return key.trim() === '' ? undefined : { ...(citation === undefined || citation === null ? {} : { citation }), ...besides(value), text: key };
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
