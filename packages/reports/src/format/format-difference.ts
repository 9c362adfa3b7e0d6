/** As many as it takes to show what no comparison forgives. */
const MAX_DECIMALS = 10;
/** What they do: scores that are no further apart are equal, as `format-move.ts` shows them. */
const FORGIVEN = 1e-9;

/**
 * A difference of two scores, [-1, 1], with its sign and two decimals, or more when two would show
 * none: `+0.05`, `−0.0004`. No difference, floating-point noise included, is `0.00`.
 *
 * @param difference null is shown as `–` (not known).
 */
export function formatDifference(difference: number | null): string {
  if (difference === null || !Number.isFinite(difference)) return '–';
  const size = Math.abs(difference);
  if (size <= FORGIVEN) return '0.00';
  for (let decimals = 2; decimals <= MAX_DECIMALS; decimals++) {
    const shown = size.toFixed(decimals);
    if (Number(shown) > 0) return `${difference > 0 ? '+' : '−'}${shown}`;
  }
  return '0.00';
}
