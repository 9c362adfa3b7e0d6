/** A part of a text that an evaluator looked for. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly kind: 'hit' | 'miss';
}

/** What an evaluator says it found, `contains "refund"`, quotes the text itself. */
const QUOTED = /"((?:[^"\\]|\\.)+)"/gu;
const MOST_MARKS = 200;
const MOST_TEXTS = 100;
/** A word in a sentence of a judge is not what was looked for: whole entries count, or what they quote. */
const SHORTEST = 2;

function unquoted(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}

const wanted = (entry: string): readonly string[] => [entry, ...[...entry.matchAll(QUOTED)].map(([, inside = '']) => unquoted(inside))];

function* occurrences(text: string, sought: string): Generator<number> {
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + sought.length)) yield at;
}

/** Where the texts that evaluators list as hits and misses stand, without regard to case; in order, none over another. */
export function findMarks(text: string, hits: readonly string[], misses: readonly string[]): readonly Mark[] {
  const low = text.toLowerCase();
  // Some letters become two when they are small: then places would not fit.
  const place = low.length === text.length ? low : text;
  const marks: Mark[] = [];
  for (const [kind, entries] of [['hit', hits], ['miss', misses]] as const) {
    for (const entry of entries.slice(0, MOST_TEXTS).flatMap(wanted)) {
      const sought = place === low ? entry.toLowerCase() : entry;
      if (sought.trim().length < SHORTEST) continue;
      for (const from of occurrences(place, sought)) {
        marks.push({ from, to: from + sought.length, kind });
        if (marks.length >= MOST_MARKS) break;
      }
    }
  }
  const ordered = marks.toSorted((a, b) => a.from - b.from || b.to - a.to);
  let end = 0;
  return ordered.filter((mark) => {
    const isFree = mark.from >= end;
    if (isFree) end = mark.to;
    return isFree;
  });
}
