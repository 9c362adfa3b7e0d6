/** A part of a text that looks like a JSON object. */
export interface JsonSlice {
  readonly start: number;
  /** Index after its last character. */
  readonly end: number;
  readonly text: string;
}

/**
 * The outermost `{…}` parts of a text in order, in one pass. Braces in double-quoted strings
 * inside an object do not count. If the quotes do not add up (`a 5" pipe`), the last part is taken
 * up to the last closing brace, for a repair to try, but only if it is flat: of a nested one
 * nobody could say whether it was cut off. A part that is never closed is left out, as its last
 * value may have been cut in the middle.
 */
export function findJsonObjects(text: string): readonly JsonSlice[] {
  const slices: JsonSlice[] = [];
  let depth = 0;
  let start = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (quoted) {
      if (character === '\\') index += 1;
      else if (character === '"') quoted = false;
    } else if (character === '{') {
      if (depth === 0) start = index;
      depth += 1;
    } else if (depth > 0 && character === '"') {
      quoted = true;
    } else if (depth > 0 && character === '}') {
      depth -= 1;
      if (depth === 0) slices.push({ start, end: index + 1, text: text.slice(start, index + 1) });
    }
  }
  if (depth === 0) return slices;
  const end = text.lastIndexOf('}') + 1;
  const flat = end > start && !text.slice(start + 1, end).includes('{');
  return flat ? [...slices, { start, end, text: text.slice(start, end) }] : slices;
}
