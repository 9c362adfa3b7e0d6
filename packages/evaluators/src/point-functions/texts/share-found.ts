import type { PointOutcome } from '@assay/schema';

/** Most items that an explanation names. */
const MOST_NAMED = 10;

function named(items: readonly string[]): string {
  const rest = items.length - MOST_NAMED;
  const list = items
    .slice(0, MOST_NAMED)
    .map((item) => JSON.stringify(item))
    .join(', ');
  return rest > 0 ? `${list} and ${rest} more` : list;
}

/** Explanations by what is missing, as bits: the same list is looked for in every response. */
const explanations = new WeakMap<readonly string[], Map<number, string>>();
const MOST_BITS = 30;
const MOST_REMEMBERED = 1000;

function explain(items: readonly string[], missing: readonly string[]): string {
  const found = `${items.length - missing.length} of ${items.length} found`;
  return missing.length === 0 ? found : `${found}; missing: ${named(missing)}`;
}

function remembered(items: readonly string[], missing: number): string {
  let known = explanations.get(items);
  if (!known) explanations.set(items, (known = new Map()));
  let text = known.get(missing);
  if (text === undefined) {
    if (known.size >= MOST_REMEMBERED) known.clear();
    text = explain(items, items.filter((_, index) => ((missing >> index) & 1) === 1));
    known.set(missing, text);
  }
  return text;
}

/**
 * Scores a list of things to find: min(1, found / needed).
 * @param items Not empty; an item that stands twice counts twice.
 * @param needed How many make a score of 1, > 0. Default: all.
 */
export function shareFound(
  items: readonly string[],
  isFound: (index: number) => boolean,
  needed: number = items.length,
): PointOutcome {
  if (items.length > MOST_BITS) return shareOfMany(items, isFound, needed);
  let missing = 0;
  let found = 0;
  for (let index = 0; index < items.length; index += 1) {
    if (isFound(index)) found += 1;
    else missing |= 1 << index;
  }
  if (missing === 0 && found >= needed) return 1;
  return { score: Math.min(1, found / needed), explain: remembered(items, missing) };
}

function shareOfMany(items: readonly string[], isFound: (index: number) => boolean, needed: number): PointOutcome {
  const missing = items.filter((_, index) => !isFound(index));
  const found = items.length - missing.length;
  if (missing.length === 0 && found >= needed) return 1;
  return { score: Math.min(1, found / needed), explain: explain(items, missing) };
}

/** 1 when any of a list of things is there, and says which. */
export function anyFound(items: readonly string[], isFound: (index: number) => boolean): PointOutcome {
  const index = items.findIndex((_, position) => isFound(position));
  return index === -1 ? false : { score: 1, explain: `found ${JSON.stringify(items[index])}` };
}
