/** Parts whose tables cost many times as much to make as a letter: sets of all letters of the world first of all. */
const COSTLY = /\\[pP]\{|\[|\.|\\[wWdDsSbB]|\(/gu;
const GROUP = 20;
const SET = 50;
const PROPERTY = 250;

function costOf(part: string): number {
  if (part === '(') return GROUP;
  return part.endsWith('{') ? PROPERTY : SET;
}

/** What a pattern may have. It is made ready in about a third of a second at most then; nothing can stop that. */
export const LARGEST_PATTERN = 100_000;

/** How much work it is to make a pattern ready, in characters: a group counts as 20 of them, a set as 50, `\p{…}` as 250. */
export function patternSize(source: string): number {
  let size = source.length;
  for (const [part] of source.matchAll(COSTLY)) size += costOf(part);
  return size;
}
