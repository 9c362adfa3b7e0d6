import { isJsonObject, type JsonObject, type JsonValue } from '@assay/schema';

/** One place in a reply that states a classification. */
export interface Claim {
  readonly classification: JsonValue;
  readonly reflection?: string | undefined;
  readonly hits: readonly string[];
  readonly misses: readonly string[];
}

/** What one way of reading found in a text. */
export interface ClaimsFound {
  readonly claims: readonly Claim[];
  /** The text without the parts that make the claims. */
  readonly rest: string;
}

/** Names that models and evals use for the field, the one that we ask for first. */
const CLASSIFICATION_KEYS = ['classification', 'class', 'score', 'rating', 'grade'];
const REFLECTION_KEYS = ['reflection', 'reasoning', 'explanation', 'rationale'];

const ANY_CLASSIFICATION_KEY = new RegExp(CLASSIFICATION_KEYS.join('|'), 'iu');

/** False for texts of objects that cannot make a claim, whatever a repair makes of them. */
export function mayClaim(objectText: string): boolean {
  return ANY_CLASSIFICATION_KEY.test(objectText);
}

function normalKey(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z]/gu, '');
}

function field(object: JsonObject, names: readonly string[]): JsonValue | undefined {
  const fields = new Map(Object.entries(object).map(([key, value]) => [normalKey(key), value]));
  const name = names.find((candidate) => (fields.get(candidate) ?? null) !== null);
  return name === undefined ? undefined : fields.get(name);
}

function texts(value: JsonValue | undefined): readonly string[] {
  const items: readonly JsonValue[] = Array.isArray(value) ? value : [value ?? null];
  return items.flatMap((item) => (typeof item === 'string' && item.trim() !== '' ? [item.trim()] : []));
}

/** Layers around an answer that are looked through, such as `[{"result": {…}}]`. */
const MOST_LAYERS = 3;

/** The claim of an object, or of the one object that it wraps; undefined if it makes none. */
export function claimOf(value: JsonValue | undefined, layers: number = MOST_LAYERS): Claim | undefined {
  if (layers < 0) return undefined;
  if (Array.isArray(value)) return value.length === 1 ? claimOf(value[0], layers - 1) : undefined;
  if (!isJsonObject(value)) return undefined;
  const classification = field(value, CLASSIFICATION_KEYS);
  if (classification === undefined || isJsonObject(classification)) {
    const values = Object.values(value);
    return values.length === 1 ? claimOf(values[0], layers - 1) : undefined;
  }
  const reflection = texts(field(value, REFLECTION_KEYS)).join('\n');
  return {
    classification,
    reflection: reflection === '' ? undefined : reflection,
    hits: texts(field(value, ['hits'])),
    misses: texts(field(value, ['misses'])),
  };
}

/** `"classification":` as a key, not as a quotation inside a JSON string. */
const STATEMENTS = CLASSIFICATION_KEYS.map((key) => new RegExp(`(?<!\\\\)["'“”]${key}["'“”]\\s*:`, 'giu'));

/**
 * True if the text of an object states a classification twice under one key: of such keys a JSON
 * parser silently keeps the last, and a repair may take a quotation for a key.
 */
export function statesTwice(objectText: string): boolean {
  return STATEMENTS.some((statement) => [...objectText.matchAll(statement)].length > 1);
}
