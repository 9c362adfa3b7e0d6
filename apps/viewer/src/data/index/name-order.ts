let collator: Intl.Collator | undefined;

/** Orders texts as a person would: `case-9` before `case-10`. 0 means equal. */
export function compareNatural(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return a === b ? 0 : collator.compare(a, b) || (a < b ? -1 : 1);
}

function comparePart(a: string, b: string): number {
  const [nameA = '', valueA = ''] = a.split(/:(.*)/su);
  const [nameB = '', valueB = ''] = b.split(/:(.*)/su);
  const difference = valueA === '' || valueB === '' ? Number.NaN : Number(valueA) - Number(valueB);
  return nameA === nameB && Number.isFinite(difference) && difference !== 0 ? difference : compareNatural(a, b);
}

/** Orders labels of variants by their numbers: `temp:0.25` before `temp:0.5`. */
export function compareVariants(a: string, b: string): number {
  const [partsA, partsB] = [a.split(' '), b.split(' ')];
  for (let at = 0; at < Math.max(partsA.length, partsB.length); at += 1) {
    const order = comparePart(partsA[at] ?? '', partsB[at] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}

/** Known names first, in their order, the others behind them in natural order. */
export function orderBy(known: readonly string[]): (a: string, b: string) => number {
  const ranks = new Map(known.map((name, rank) => [name, rank]));
  return (a, b) => (ranks.get(a) ?? known.length) - (ranks.get(b) ?? known.length) || compareNatural(a, b);
}

/** The numbers of a list, and where each stands, once the list is put in order. */
export interface Ranking<T> {
  readonly sorted: readonly T[];
  /** For each number its rank. */
  readonly rankOf: readonly number[];
}

export function rank<T>(list: readonly T[], compare: (a: T, b: T) => number): Ranking<T> {
  const numbers = list.map((_, number) => number).sort((a, b) => compare(list[a] as T, list[b] as T) || a - b);
  const rankOf: number[] = [];
  for (const [at, number] of numbers.entries()) rankOf[number] = at;
  return { sorted: numbers.map((number) => list[number] as T), rankOf };
}
