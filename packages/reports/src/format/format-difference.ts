const MAX_DECIMALS = 6;

/**
 * A difference of two scores, [-1, 1], with its sign and two decimals, or more when two would show
 * none: `+0.05`, `−0.0004`. No difference, floating-point noise included, is `0.00`.
 *
 * @param difference null is shown as `–` (not known).
 */
export function formatDifference(difference: number | null): string {
  if (difference === null || !Number.isFinite(difference)) return '–';
  const size = Math.abs(difference);
  for (let decimals = 2; decimals <= MAX_DECIMALS; decimals++) {
    const shown = size.toFixed(decimals);
    if (Number(shown) > 0) return `${difference > 0 ? '+' : '−'}${shown}`;
  }
  return '0.00';
}
