import { bracketEnds, type JsonValue } from '@assay/schema';

const FENCE = /^[ \t]*```[^\n`]*\n([\s\S]*?)^[ \t]*```/gmu;
/** Letters that are parsed in vain for each letter of a text, and for a short one. */
const EFFORT = 8;
const LEAST_EFFORT = 1_000_000;

function parse(text: string): { readonly value: JsonValue } | undefined {
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch {
    return undefined;
  }
}

/** `[1]` in prose is more often a footnote than an answer. */
function isFootnote(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'number');
}

function firstBracketed(text: string): { readonly value: JsonValue } | undefined {
  let footnote: { readonly value: JsonValue } | undefined;
  let effort = Math.max(LEAST_EFFORT, EFFORT * text.length);
  const endOf = bracketEnds(text, { opening: '{[', oneLineTexts: true });
  for (const { index } of text.matchAll(/\{(?=\s*["}])|\[(?=\s*["{[\]\dtfn-])/gu)) {
    const end = endOf(index);
    if (end === undefined) continue;
    const found = parse(text.slice(index, end));
    if (found && !isFootnote(found.value)) return found;
    footnote ??= found;
    effort -= end - index;
    if (effort < 0) break;
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
