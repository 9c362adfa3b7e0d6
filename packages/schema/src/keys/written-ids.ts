import { isJsonObject } from '../domain/json.js';
import { parseJson } from '../json/parse-json.js';

/** Keys of a case whose numbers are names: what counts is how they are written. */
export const ID_KEYS: readonly string[] = ['id', 'conversation_id'];

const NUMBER = /\s*(?<number>-?\d[\d.eE+-]*)/uy;

/** The offset after a string that starts at an offset. */
function afterString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
  }
  return text.length;
}

function isKey(written: string, key: string): boolean {
  return written.includes('\\') ? JSON.parse(written) === key : written.slice(1, -1) === key;
}

/** The number under a key of an object of JSON, as it is written; undefined when it is not found. */
function writtenNumber(text: string, key: string): string | undefined {
  let depth = 0;
  for (let offset = 0; offset < text.length; offset++) {
    const character = text[offset];
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (character === '"') {
      const end = afterString(text, offset);
      const colon = depth === 1 && isKey(text.slice(offset, end), key) ? /^\s*:/u.exec(text.slice(end, end + 64)) : null;
      if (colon) {
        NUMBER.lastIndex = end + colon[0].length;
        return NUMBER.exec(text)?.groups?.['number'];
      }
      offset = end - 1;
    }
  }
  return undefined;
}

/** What numbers keep the digits that they are written with. */
type Keeps = (key: string, value: number) => boolean;

function parseKeeping(text: string, keys: (value: Readonly<Record<string, unknown>>) => readonly string[], keeps: Keeps): unknown {
  const value = parseJson(text);
  if (!isJsonObject(value)) return value;
  let kept: Record<string, unknown> | undefined;
  for (const key of keys(value)) {
    const number = value[key];
    if (typeof number !== 'number' || !keeps(key, number)) continue;
    const written = writtenNumber(text, key);
    if (written === undefined || written === String(number)) continue;
    kept ??= { ...value };
    kept[key] = written;
  }
  return kept ?? value;
}

/**
 * Parses one JSON object as `JSON.parse` does, except that numbers as `id` and `conversation_id` keep
 * the digits that they are written with: those beyond 2^53 would lose some.
 * @throws SyntaxError for what is no JSON; JsonBoundsError for what is nested too deep, or has a number that is too large.
 */
export function parseWithIds(text: string): unknown {
  return parseKeeping(text, () => ID_KEYS, () => true);
}

/** Whether a number is a whole one whose digits numbers do not keep: from 2^53 on. */
export function losesDigits(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/**
 * The same for a row of data, all of whose whole numbers beyond 2^53 become texts with their digits, but for those inside of lists
 * and mappings.
 * @throws SyntaxError for what is no JSON; JsonBoundsError for what is nested too deep, or has a number that is too large.
 */
export function parseRowWithDigits(text: string): unknown {
  return parseKeeping(text, Object.keys, (key, value) => ID_KEYS.includes(key) || losesDigits(value));
}
