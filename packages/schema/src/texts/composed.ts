import { normalizedText } from './normalized-text.js';
import { isJsonObject, type JsonValue } from '../domain/json.js';

/**
 * Below U+0300 there is nothing to compose. Looking for what is above is much faster than composing,
 * and free for texts that the engine holds as Latin-1.
 */
const MAY_COMPOSE = /[\u0300-\uffff]/;

/** Many checks look at the same response in a row, each with a short text of its own. */
const WORTH_REMEMBERING = 100;
let last = { text: '', composed: '' };

/**
 * A text in the one form (Unicode's NFC) in which texts that look the same are the same: `é` is one
 * character, however it was typed. Texts are brought to it wherever they are compared.
 */
export function composedText(text: string): string {
  if (!MAY_COMPOSE.test(text)) return text;
  if (text.length < WORTH_REMEMBERING) return text.normalize('NFC');
  if (last.text !== text) last = { text, composed: normalizedText(text, 'NFC') };
  return last.composed;
}

function isComposed(value: JsonValue): boolean {
  if (typeof value === 'string') return composedText(value) === value;
  if (Array.isArray(value)) return (value as readonly JsonValue[]).every(isComposed);
  return !isJsonObject(value) || Object.entries(value).every(([key, item]) => composedText(key) === key && isComposed(item));
}

function compose(value: JsonValue): JsonValue {
  if (typeof value === 'string') return composedText(value);
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(compose);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [composedText(key), compose(item)]));
}

/** {@link composedText} for all texts in a value, keys included. The value itself when there is nothing to do. */
export function composedValue<T extends JsonValue | undefined>(value: T): T {
  // The shape stays: only texts change.
  return value === undefined || isComposed(value) ? value : (compose(value) as T);
}
