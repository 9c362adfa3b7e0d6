import { parseJson, type JsonValue } from '@assay/schema';

/** A number that stops in the middle (`0.`, `1e`, `-`) or is missing: a repair would make one up. */
const UNFINISHED_NUMBER = /:\s*(?:(?:-|-?\d+\.|-?\d+(?:\.\d*)?e[+-]?)\s*)?[,}\]]/iu;

/** Longest text that is repaired: the effort grows faster than the length. */
const LONGEST_REPAIR = 65_536;

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text) as JsonValue;
  } catch {
    return undefined;
  }
}

const STRING = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/gu;
const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Strict JSON, or undefined. Line breaks and tabs in its strings, which models leave as they are,
 * are taken for what they are: they leave nothing to guess.
 */
export function parseStrictJson(text: string): JsonValue | undefined {
  const strict = parsed(text);
  if (strict !== undefined || !/^\s*[[{][\s\S]*[\n\r\t]/u.test(text)) return strict;
  return parsed(text.replaceAll(STRING, (string) => string.replaceAll(/[\n\r\t]/gu, (character) => ESCAPES[character] ?? '')));
}

/**
 * JSON after mending what models get wrong (single or curly quotes, unescaped quotes, missing
 * quotes, trailing commas, comments), or undefined.
 */
export async function parseRepairedJson(text: string): Promise<JsonValue | undefined> {
  if (text.length > LONGEST_REPAIR || UNFINISHED_NUMBER.test(text)) return undefined;
  const { jsonrepair } = await import('jsonrepair');
  try {
    return parsed(jsonrepair(text));
  } catch {
    return undefined;
  }
}
