import type { JsonObject, JsonValue } from '@assay/schema';

/** Brings the `value` of an assertion to what the evaluator takes: options of their own, by name. */
type ReadValue = (value: JsonValue) => JsonObject;

/** An assertion that an evaluator makes. */
export interface ReadAssertion {
  /** The evaluator; its `not_` form is what `not-` in front of the type asks for. */
  readonly evaluator: string;
  /** Options of the evaluator by the keys under which the assertion has them. Its own names are read besides. */
  readonly keys: Readonly<Record<string, string>>;
  /** Options that this type of assertion says by itself. */
  readonly fixed?: JsonObject | undefined;
  /** Default: the option that `keys` names for `value`, else `value`. */
  readonly readValue?: ReadValue | undefined;
  /** Brings `threshold` to what the evaluator takes. Default: the option that `keys` names for it, else `threshold` or `min_score`. */
  readonly readThreshold?: ReadValue | undefined;
  /** The key under which it has assertions of its own, in front of others that mean the same. */
  readonly members?: readonly string[] | undefined;
}

/** An assertion that is known and not read. */
export interface UnreadAssertion {
  /** What to do instead. */
  readonly instead: string;
}

export type AssertionType = ReadAssertion | UnreadAssertion;

/** An assertion that is read as an evaluator, with its keys that are called otherwise there. */
export function as(evaluator: string, keys: Readonly<Record<string, string>> = {}, more: Omit<ReadAssertion, 'evaluator' | 'keys'> = {}): ReadAssertion {
  return { evaluator, keys, ...more };
}

/** An assertion that is not read. @param instead What to do instead, in the imperative. */
export function not(instead: string): UnreadAssertion {
  return { instead };
}

/** Several texts in one, with commas between them; quotes keep a comma. */
function splitTexts(text: string): readonly string[] {
  const parts = [...text.matchAll(/\s*(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<plain>[^,]*))\s*(?:,|$)/gu)];
  return parts
    .map(({ groups }) => groups?.['quoted']?.replaceAll(/\\(?<kept>.)/gu, '$<kept>') ?? groups?.['plain']?.trim() ?? '')
    .filter((part) => part !== '');
}

/** A list of texts, or one text with commas between them. */
export function texts(value: JsonValue): JsonObject {
  return { value: typeof value === 'string' ? [...splitTexts(value)] : value };
}

/** A text that is an object in JSON, as that object. */
function fromJson(value: JsonValue): JsonValue {
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return value;
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return value;
  }
}

/** What several must reach together decides whether they pass, and without it the case fails. What can be no score is told once, as the threshold. */
export function togetherFrom(value: JsonValue): JsonObject {
  return typeof value === 'number' && value >= 0 && value <= 1 ? { threshold: value, min_score: value } : { threshold: value };
}

/** A JSON Schema, also as a text, or the path of a file with one. */
export function schema(value: JsonValue): JsonObject {
  return { schema: withoutFileScheme(fromJson(value)) };
}

/** A path that is written as an address of a file. */
export function withoutFileScheme(value: JsonValue): JsonValue {
  return typeof value === 'string' && value.startsWith('file://') ? value.slice('file://'.length) : value;
}
