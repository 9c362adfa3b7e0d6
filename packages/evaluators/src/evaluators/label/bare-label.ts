import { composedText } from '@assay/schema';
import { foldCase } from '../../texts/fold-case.js';

/** Longer ones are no labels, and are cut. */
const LONGEST_LABEL = 100;

/** A step of what may begin a label: space, a quote, a mark of emphasis, code, a heading or an item of a list. `- 5` may be a number. */
const BEGINS = /#{1,6}\s|-\s(?=\s*[^\s\p{N}\p{Sc}.,])|[\s"'`*_“”„‟‘’‚‛«»‹›「」『』]/uy;
/** A step of what may end one. */
const ENDS = /[\s"'`*_“”„‟‘’‚‛«»‹›「」『』.!。]/u;

/** Where a label begins within what stands around it. */
function beginning(text: string): number {
  let start = 0;
  for (;;) {
    BEGINS.lastIndex = start;
    if (!BEGINS.test(text)) return start;
    start = BEGINS.lastIndex;
  }
}

/** Where it ends, found from the end: an expression that ends in `+$` tries each run of spaces from each of its places, and a reply may be nothing else. */
function ending(text: string, start: number): number {
  let end = text.length;
  while (end > start && ENDS.test(text.charAt(end - 1))) end -= 1;
  return end;
}

/** A label without what models put around one: space, quotes, marks of Markdown, a full stop. */
export function bareLabel(text: string): string {
  const composed = composedText(text).trim();
  const start = beginning(composed);
  const bare = composed.slice(start, ending(composed, start));
  return bare.length > LONGEST_LABEL ? `${bare.slice(0, LONGEST_LABEL)}…` : bare;
}

/** What two labels have in common that are the same: case, and quotes and marks around them, do not count. Empty for a text that is no label. */
export function labelKey(text: string): string {
  return foldCase(bareLabel(text));
}
