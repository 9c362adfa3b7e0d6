import type { JsonValue } from '@assay/schema';

const FENCE = /^[ \t]*```[^\n`]*\n([\s\S]*?)^[ \t]*```/gmu;
/** Places at which a value may start that are tried before giving up. */
const MOST_STARTS = 500;

function parse(text: string): { readonly value: JsonValue } | undefined {
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch {
    return undefined;
  }
}

/** Index just after the bracket that closes the one at `start`, or undefined. */
function closingIndex(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return undefined;
}

/** `[1]` in prose is more often a footnote than an answer. */
function isFootnote(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'number');
}

function firstBracketed(text: string): { readonly value: JsonValue } | undefined {
  let footnote: { readonly value: JsonValue } | undefined;
  let tries = 0;
  for (const { index } of text.matchAll(/[{[]/gu)) {
    tries += 1;
    if (tries > MOST_STARTS) break;
    const end = closingIndex(text, index);
    const found = end === undefined ? undefined : parse(text.slice(index, end));
    if (found && !isFootnote(found.value)) return found;
    footnote ??= found;
  }
  return footnote;
}

/** The JSON value that a text is, alone or as its only fenced block. Undefined when it is none. */
export function wholeJson(text: string): { readonly value: JsonValue } | undefined {
  const fenced = /^```[^\n`]*\n([\s\S]*)\n[ \t]*```$/u.exec(text.trim());
  return parse(fenced?.[1] ?? text);
}

/**
 * The JSON value in a text: the whole text, else the first fenced block that is JSON, else the
 * first object or list in it. Undefined when there is none.
 */
export function findJson(text: string): { readonly value: JsonValue } | undefined {
  const whole = parse(text);
  if (whole) return whole;
  for (const match of text.matchAll(FENCE)) {
    const fenced = parse(match[1] ?? '');
    if (fenced) return fenced;
  }
  return firstBracketed(text);
}
