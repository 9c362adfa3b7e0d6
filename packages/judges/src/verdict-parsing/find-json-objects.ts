/** A part of a text that looks like a JSON object. */
export interface JsonSlice {
  readonly start: number;
  /** Index after its last character. */
  readonly end: number;
  readonly text: string;
}

/** How an object begins: with a key or a comment, or empty. A brace before anything else is a stray one. */
const OPENING = /\{\s*(?:["'“”‘’}]|\/[/*]|[A-Za-z_][\w-]{0,60}\s*:)/gu;
/** What stands before a value of an object. */
const KEY_BEFORE = /["'”’]\s*:[\s[]*$/u;
/** Most braces that open and never close before the rest of the text is left alone. */
const MOST_UNCLOSED = 64;
/** Most characters that are looked at for them, whatever the text. */
const MOST_LOOKED_AT = 16_000_000;

/** Index after the brace that closes the one at `start`; -1 when none does. Braces in strings do not count. */
function closingOf(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (quoted) {
      if (character === '\\') index += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return -1;
}

function sliceAt(text: string, start: number, end: number): JsonSlice {
  return { start, end, text: text.slice(start, end) };
}

/**
 * The outermost `{…}` parts of a text in order. A brace that is never closed is stray and is left
 * out, as its last value may have been cut in the middle, with the objects that are values of it; what
 * follows a stray brace is still found. If the
 * quotes of the last part do not add up (`a 5" pipe`), it is taken up to the last closing brace, for
 * a repair to try, but only if it is flat: of a nested one nobody could say whether it was cut off.
 */
export function findJsonObjects(text: string): readonly JsonSlice[] {
  const slices: JsonSlice[] = [];
  const lastBrace = text.lastIndexOf('}') + 1;
  let from = 0;
  let unclosed = 0;
  let lookedAt = 0;
  for (const { index } of text.matchAll(OPENING)) {
    if (index < from) continue;
    if (unclosed > 0 && KEY_BEFORE.test(text.slice(Math.max(0, index - 40), index))) break;
    const end = closingOf(text, index);
    lookedAt += (end === -1 ? text.length : end) - index;
    if (end !== -1) {
      slices.push(sliceAt(text, index, end));
      from = end;
      continue;
    }
    unclosed += 1;
    const isFlat = lastBrace > index && !text.slice(index + 1, lastBrace).includes('{');
    if (isFlat) return [...slices, sliceAt(text, index, lastBrace)];
    if (unclosed >= MOST_UNCLOSED || lookedAt > MOST_LOOKED_AT) break;
  }
  return slices;
}
