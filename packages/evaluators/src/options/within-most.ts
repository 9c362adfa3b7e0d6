/** Sums of figures, such as the costs of the turns of a conversation, are off by so much, as a part of the limit: as much as budgets forgive. */
const ROUNDING = 1e-9;

/**
 * A figure that is held against the most that it may be.
 * @returns whether it is within it, and the figure without a rounding that would show it beyond: three times 0.1 is within 0.3, and 0.3
 */
export function withinMost(figure: number, most: number): { readonly met: boolean; readonly shown: number } {
  const met = figure <= most * (1 + ROUNDING);
  return { met, shown: met ? Math.min(figure, most) : figure };
}
