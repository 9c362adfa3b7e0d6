/** Made at the first comparison: it takes longer than all else that a short run loads. */
let collator: Intl.Collator | undefined;

function collate(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(a, b);
}

/**
 * Orders texts as a person would: `case-9` before `case-10`. Texts that only differ for a machine
 * are distinguished by their code units, so that 0 means equal.
 */
export function compareNatural(a: string, b: string): number {
  if (a === b) return 0;
  return collate(a, b) || (a < b ? -1 : 1);
}

/** A place `file:line:column` in its parts; without numbers it is all file. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Reads `file:line:column` or `file:line`. The file may hold colons itself. */
export function parsePlace(source: string): Place {
  const match = /^(.*?)(?::(\d+))?(?::(\d+))?$/su.exec(source);
  return { file: match?.[1] ?? source, line: Number(match?.[2] ?? 0), column: Number(match?.[3] ?? 0) };
}

/** Orders places by file, then by line and column as numbers. */
export function comparePlaces(a: Place, b: Place): number {
  return compareNatural(a.file, b.file) || a.line - b.line || a.column - b.column;
}

/**
 * Makes an order that puts known names first, in the order given, and the others after them in
 * natural order.
 */
export function orderBy(known: readonly string[]): (a: string, b: string) => number {
  const ranks = new Map(known.toReversed().map((name, index) => [name, known.length - 1 - index]));
  return (a, b) => {
    if (a === b) return 0;
    return (ranks.get(a) ?? known.length) - (ranks.get(b) ?? known.length) || compareNatural(a, b);
  };
}
