export interface BracketOptions {
  /** Characters that open; each has its own that closes: `{`, or `{[`. */
  readonly opening: '{' | '{[';
  /** True where a text that does not end on its line is no JSON, and so nothing around it either. */
  readonly oneLineTexts: boolean;
}

/** Letters looked at for each letter of a text, and for a short one: enough for all but what is made to take long. */
const EFFORT = 16;
const LEAST_EFFORT = 16_000_000;

/**
 * Finds where brackets of JSON in a text close, those in its strings left out. What one look finds out
 * about the brackets that it passes is remembered, so that a text full of brackets that never close is
 * looked through about once, not once for each of them.
 * @returns The index after the bracket that closes the one at an index; undefined when none does.
 */
export function bracketEnds(text: string, { opening, oneLineTexts }: BracketOptions): (start: number) => number | undefined {
  /** By the index of what opens; undefined for what never closes. */
  const ends = new Map<number, number | undefined>();
  const closing = opening === '{' ? '}' : '}]';
  let effort = Math.max(LEAST_EFFORT, EFFORT * text.length);

  function look(start: number): void {
    const open: number[] = [];
    let quoted = false;
    let index = start;
    for (; index < text.length && effort > 0; index += 1, effort -= 1) {
      const letter = text[index] ?? '';
      if (quoted) {
        if (letter === '\\') index += 1;
        else if (letter === '"') quoted = false;
        else if (letter === '\n' && oneLineTexts) return;
      } else if (letter === '"') quoted = true;
      else if (opening.includes(letter)) {
        open.push(index);
        if (!ends.has(index)) ends.set(index, undefined);
      } else if (closing.includes(letter)) {
        const from = open.pop();
        if (from !== undefined) ends.set(from, index + 1);
        if (open.length === 0) return;
      }
    }
  }

  return (start) => {
    if (!ends.has(start)) look(start);
    return ends.get(start);
  };
}
