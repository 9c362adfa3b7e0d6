import { isJsonObject, type JsonObject, type JsonValue } from '@assay/schema';
import { bareClaim, type Claim } from './claim.js';

/** Normal forms of the names of the field that judges are asked for. */
const OWN_KEYS = ['classification', 'finalclassification'];
/** Names that models and prompts of evals use for it. Too common to be trusted amid other text. */
const ALIASES = ['class', 'score', 'rating', 'grade'];
const REFLECTION_KEYS = ['reflection', 'reasoning', 'explanation', 'rationale'];
/** Names of an object around an answer. A `response` or an `answer` may as well be what is quoted. */
const WRAPPERS = new Set(['result', 'assessment', 'evaluation', 'judgement', 'judgment', 'classification']);
/** Layers around an answer that are looked through, such as `[{"result": {…}}]`. */
const MOST_LAYERS = 3;

export interface ClaimOptions {
  /** True where the whole reply is JSON: only there do `score`, `rating`, `grade` and `class` count. */
  readonly aliases: boolean;
}

/** A key with its letters alone, so that `Final_Classification` is `finalclassification`. */
function normalKey(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z]/gu, '');
}

/** True if the key is one that states the classification. */
export function isClassificationKey(key: string): boolean {
  return OWN_KEYS.includes(normalKey(key));
}

function valuesOf(object: JsonObject, names: readonly string[]): readonly JsonValue[] {
  return Object.entries(object).flatMap(([key, value]) => (names.includes(normalKey(key)) ? [value] : []));
}

function texts(object: JsonObject, names: readonly string[]): readonly string[] {
  return valuesOf(object, names)
    .flatMap((value) => (Array.isArray(value) ? (value as readonly JsonValue[]) : [value]))
    .flatMap((item) => (typeof item === 'string' && item.trim() !== '' ? [item.trim()] : []));
}

/** What an object says next to its classification. */
function claimFrom(object: JsonObject, classification: JsonValue): Claim {
  const reflection = texts(object, REFLECTION_KEYS).join('\n');
  return {
    ...bareClaim(classification),
    reflection: reflection === '' ? undefined : reflection,
    hits: texts(object, ['hits']),
    misses: texts(object, ['misses']),
  };
}

function inWrapper(object: JsonObject, options: ClaimOptions, layers: number): readonly Claim[] {
  const entries = Object.entries(object);
  const [entry] = entries;
  return entry && entries.length === 1 && WRAPPERS.has(normalKey(entry[0])) ? claimsOf(entry[1], options, layers - 1) : [];
}

/**
 * The claims that a JSON value makes: an object states its classification once, or in aliases that
 * have to agree; a list of answers, or an object around one, is looked through. What stands under any
 * other key is no claim: it may be what the judge quotes.
 */
export function claimsOf(value: JsonValue | undefined, options: ClaimOptions, layers: number = MOST_LAYERS): readonly Claim[] {
  if (layers < 0) return [];
  if (Array.isArray(value)) {
    const lists = (value as readonly JsonValue[]).map((item) => claimsOf(item, options, layers - 1));
    return lists.some((claims) => claims.length === 0) ? [] : lists.flat();
  }
  if (!isJsonObject(value)) return [];
  const own = valuesOf(value, OWN_KEYS);
  if (own.some(isJsonObject)) return inWrapper(value, options, layers);
  const stated = own.length > 0 || !options.aliases ? own : valuesOf(value, ALIASES);
  const found = stated.filter((classification) => classification !== null && !isJsonObject(classification));
  return found.length > 0 ? found.map((classification) => claimFrom(value, classification)) : inWrapper(value, options, layers);
}
