import { parseJson, type JsonValue } from '@assay/schema';

/** A number that stops in the middle (`0.`, `1e`, `-`) or is missing: a repair would make one up. */
const UNFINISHED_NUMBER = /:\s*(?:(?:-|-?\d+\.|-?\d+(?:\.\d*)?e[+-]?)\s*)?[,}\]]/iu;

/** Characters of one reply that are repaired at most: the effort grows faster than their number. */
const MOST_REPAIRED = 32_768;

/** How many characters of a reply may still be repaired. */
export interface RepairBudget {
  left: number;
}

/** For one reply. */
export function repairBudget(): RepairBudget {
  return { left: MOST_REPAIRED };
}

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** What begins and ends strings, and what stands in them: an escape is passed over as one. */
const TOKEN = /["\n\r\t]|\\[\s\S]/gu;
const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Strict JSON, or undefined. Line breaks and tabs in its strings, which models leave as they are,
 * are taken for what they are: they leave nothing to guess.
 */
export function parseStrictJson(text: string): JsonValue | undefined {
  const strict = parsed(text);
  if (strict !== undefined || !/^\s*[[{][\s\S]*[\n\r\t]/u.test(text)) return strict;
  let isString = false;
  const mended = text.replaceAll(TOKEN, (token) => {
    if (token === '"') isString = !isString;
    return (isString ? ESCAPES[token] : undefined) ?? token;
  });
  return parsed(mended);
}

/**
 * JSON after mending what models get wrong (single or curly quotes, unescaped quotes, missing
 * quotes, trailing commas, comments), or undefined, also when the budget does not suffice.
 */
export async function parseRepairedJson(text: string, budget: RepairBudget): Promise<JsonValue | undefined> {
  if (text.length > budget.left || UNFINISHED_NUMBER.test(text)) return undefined;
  budget.left -= text.length;
  const { jsonrepair } = await import('jsonrepair');
  try {
    return parsed(jsonrepair(text));
  } catch {
    return undefined;
  }
}
