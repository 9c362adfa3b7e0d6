/** Most comparisons that one search may take, about a second: nothing can end the engine's own search in the middle. */
const MOST_COMPARISONS = 1_000_000_000;

function lengthOf(value: unknown): number {
  return value === undefined || value === null ? 0 : String(value).length;
}

/**
 * Stands before a filter or operator of Liquid that looks for one text in another: lets through what certainly ends.
 * @throws Error for a long text that is looked for in a long one.
 */
export function checkSearch(text: unknown, part: unknown): void {
  const [all, sought] = [lengthOf(text), lengthOf(part)];
  if (all * sought <= MOST_COMPARISONS) return;
  throw new Error(`a text of ${sought} characters is not looked for in one of ${all}`);
}
