/** A key that an object of JSON has twice, and the offsets of both. */
export interface DuplicateKey {
  readonly key: string;
  readonly first: number;
  readonly second: number;
}

/** Deepest nesting of a value: whatever walks over it later may recurse. */
const MAX_DEPTH = 500;

function countKeys(value: unknown, level = 1): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (level > MAX_DEPTH) throw new RangeError(`more than ${MAX_DEPTH} levels`);
  let count = 0;
  if (Array.isArray(value)) for (const item of value) count += countKeys(item, level + 1);
  else {
    for (const key in value) count += 1 + countKeys((value as Readonly<Record<string, unknown>>)[key], level + 1);
  }
  return count;
}

const QUOTE = 34;
const SPACE = 32;
const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Colons after a quote: one for each key that is written, and some in texts. By codes, which make no strings. */
function countColons(text: string): number {
  let count = 0;
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    let before = colon - 1;
    let code = text.charCodeAt(before);
    while (code === SPACE || code === TAB || code === LINE_FEED || code === CARRIAGE_RETURN) code = text.charCodeAt(--before);
    if (code === QUOTE) count += 1;
  }
  return count;
}

const STRING = /"(?:[^"\\]|\\.)*"/uy;
const COLON = /\s*:/uy;

function search(text: string): DuplicateKey | undefined {
  const levels: Map<string, number>[] = [];
  for (let offset = 0; offset < text.length; offset++) {
    const character = text[offset];
    if (character === '{' || character === '[') levels.push(new Map());
    else if (character === '}' || character === ']') levels.pop();
    else if (character === '"') {
      STRING.lastIndex = offset;
      const string = STRING.exec(text)?.[0] ?? '"';
      COLON.lastIndex = offset + string.length;
      const keys = levels.at(-1);
      if (keys && COLON.test(text)) {
        const key = JSON.parse(string) as string;
        const first = keys.get(key);
        if (first !== undefined) return { key, first, second: offset };
        keys.set(key, offset);
      }
      offset += string.length - 1;
    }
  }
  return undefined;
}

/**
 * The first key that stands twice in one object of a valid JSON text; of the two, parsing keeps the
 * last without a word. Nearly free for texts without any, which streams of millions of lines are.
 * @param value What the text was parsed to.
 * @throws RangeError when it is nested more than 500 levels deep.
 */
export function duplicateKey(text: string, value: unknown): DuplicateKey | undefined {
  return countColons(text) === countKeys(value) ? undefined : search(text);
}
