import { isJsonObject, type JsonObject, type JsonValue } from '@assay/schema';

const BESIDE: readonly string[] = ['weight', 'citation'];

function besides(point: JsonObject): JsonObject {
  return Object.fromEntries(BESIDE.flatMap((key) => (point[key] === undefined ? [] : [[key, point[key]]])));
}

function hasOnly(point: JsonObject, keys: readonly string[]): boolean {
  return Object.keys(point).every((key) => keys.includes(key) || BESIDE.includes(key));
}

function writtenText(text: string, more: JsonObject): JsonValue {
  // A text that begins like the call of a function would be read as one.
  return Object.keys(more).length === 0 && !text.trimStart().startsWith('$') ? text : { point: text, ...more };
}

function writtenCall(point: JsonObject, fn: string): JsonObject {
  const { arg, text } = point;
  const plain = arg !== undefined && arg !== null && text === undefined && /^[A-Za-z]\w*$/u.test(fn) && fn !== 'ref';
  return plain
    ? { [`$${fn}`]: arg, ...besides(point) }
    : { fn, ...(arg === undefined ? {} : { arg }), ...(text === undefined ? {} : { point: text }), ...besides(point) };
}

/** A point in the shortest of its written forms; forms that are none of the normal ones stay as they are. */
function writtenPoint(point: JsonValue): JsonValue {
  if (typeof point === 'string') return writtenText(point, {});
  if (!isJsonObject(point)) return point;
  const { fn, text, point: said } = point;
  if (typeof fn === 'string' && hasOnly(point, ['fn', 'arg', 'text'])) return writtenCall(point, fn);
  if (typeof text === 'string' && hasOnly(point, ['text'])) return writtenText(text, besides(point));
  if (typeof said === 'string' && hasOnly(point, ['point'])) return writtenText(said, besides(point));
  return point;
}

/** The items of `should` or `should_not` as people write them. */
export function writtenItems(items: JsonValue | undefined): readonly JsonValue[] {
  if (!Array.isArray(items)) return [];
  return (items as readonly JsonValue[]).map((item) => (Array.isArray(item) ? writtenItems(item) : writtenPoint(item)));
}
