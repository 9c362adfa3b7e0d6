export interface BracketOptions {
  /** Characters that open; each has its own that closes: `{`, or `{[`. */
  readonly opening: '{' | '{[';
  /** True where a text that does not end on its line is no JSON, and so nothing around it either. */
  readonly oneLineTexts: boolean;
}

/** Letters looked at for each letter of a text, and for a short one: enough for all but what is made to take long. */
const EFFORT = 16;
const LEAST_EFFORT = 16_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;

/** What is known of an index besides where it ends. */
const UNSEEN = 0;
const NEVER = -1;

/**
 * Finds where brackets of JSON in a text close, those in its strings left out. What one look finds out
 * about the brackets that it passes is remembered, so that a text full of brackets that never close is
 * looked through about once, not once for each of them.
 * @returns The index after the bracket that closes the one at an index; undefined when none does.
 */
export function bracketEnds(text: string, { opening, oneLineTexts }: BracketOptions): (start: number) => number | undefined {
  /** By the index of what opens. A list of numbers, as a map of millions of brackets takes seconds. */
  let ends: Int32Array | undefined;
  const opens = new Set(Array.from(opening, (letter) => letter.charCodeAt(0)));
  const closes = new Set(Array.from(opening === '{' ? '}' : '}]', (letter) => letter.charCodeAt(0)));
  let effort = Math.max(LEAST_EFFORT, EFFORT * text.length);

  function look(start: number, known: Int32Array): void {
    const open: number[] = [];
    let quoted = false;
    let index = start;
    for (; index < text.length && effort > 0; index += 1, effort -= 1) {
      const code = text.charCodeAt(index);
      if (quoted) {
        if (code === BACKSLASH) index += 1;
        else if (code === QUOTE) quoted = false;
        else if (code === LINE_FEED && oneLineTexts) return;
      } else if (code === QUOTE) quoted = true;
      else if (opens.has(code)) {
        open.push(index);
        if (known[index] === UNSEEN) known[index] = NEVER;
      } else if (closes.has(code)) {
        const from = open.pop();
        if (from !== undefined) known[from] = index + 1;
        if (open.length === 0) return;
      }
    }
  }

  return (start) => {
    ends ??= new Int32Array(text.length);
    if (ends[start] === UNSEEN) look(start, ends);
    const end = ends[start] ?? UNSEEN;
    return end > 0 ? end : undefined;
  };
}
