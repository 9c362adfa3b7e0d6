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

/**
 * Scores a list of things to find: min(1, found / needed).
 * @param items Not empty; a thing that stands twice counts twice.
 * @param needed How many make a score of 1, > 0. Default: all.
 */
export function shareFound(
  items: readonly string[],
  isFound: (index: number) => boolean,
  needed: number = items.length,
): PointOutcome {
  const missing = items.filter((_, index) => !isFound(index));
  const found = items.length - missing.length;
  if (missing.length === 0 && found >= needed) return 1;
  return {
    score: Math.min(1, found / needed),
    explain: `${found} of ${items.length} found; missing: ${named(missing)}`,
  };
}

/** 1 when any of a list of things is there, and says which. */
export function anyFound(items: readonly string[], isFound: (index: number) => boolean): PointOutcome {
  const index = items.findIndex((_, position) => isFound(position));
  return index === -1 ? false : { score: 1, explain: `found ${JSON.stringify(items[index])}` };
}
