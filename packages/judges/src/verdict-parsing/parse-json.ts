import type { JsonValue } from '@assay/schema';

/** A number that stops in the middle (`0.`, `1e`, `-`) or is missing: a repair would make one up. */
const UNFINISHED_NUMBER = /:\s*(?:(?:-|-?\d+\.|-?\d+(?:\.\d*)?e[+-]?)\s*)?[,}\]]/iu;

/** Longest text that is repaired: the effort grows faster than the length. */
const LONGEST_REPAIR = 65_536;

/** Strict JSON, or undefined. */
export function parseStrictJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/**
 * JSON after mending what models get wrong (single or curly quotes, unescaped quotes, missing
 * quotes, trailing commas, comments), or undefined.
 */
export async function parseRepairedJson(text: string): Promise<JsonValue | undefined> {
  if (text.length > LONGEST_REPAIR || UNFINISHED_NUMBER.test(text)) return undefined;
  const { jsonrepair } = await import('jsonrepair');
  try {
    return parseStrictJson(jsonrepair(text));
  } catch {
    return undefined;
  }
}
