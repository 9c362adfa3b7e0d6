import { bracketEnds } from '@assay/schema';

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
  const endOf = bracketEnds(text, { opening: '{', oneLineTexts: false });
  const lastBrace = text.lastIndexOf('}') + 1;
  /** Where the last object would have to begin to have no other in it. */
  const lastOpening = lastBrace === 0 ? -1 : text.lastIndexOf('{', lastBrace - 1);
  let from = 0;
  let isStray = false;
  for (const { index } of text.matchAll(OPENING)) {
    if (index < from) continue;
    if (isStray && KEY_BEFORE.test(text.slice(Math.max(0, index - 40), index))) break;
    const end = endOf(index);
    if (end !== undefined) {
      slices.push(sliceAt(text, index, end));
      from = end;
      continue;
    }
    isStray = true;
    if (lastBrace > index && lastOpening <= index) return [...slices, sliceAt(text, index, lastBrace)];
  }
  return slices;
}
