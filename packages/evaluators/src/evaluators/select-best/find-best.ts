/** Rounding noise of sums of preferences. */
const NOISE = 1e-9;

/**
 * Which replies are preferred most, over all their pairs. A pair that nobody could judge may have gone either way.
 * @param preferences of each reply over each other, in [0, 1], or null when it is not known.
 * @returns their indexes; null when what is not known could make another one the best.
 */
export function findBest(preferences: readonly (readonly (number | null)[])[]): readonly number[] | null {
  const total = (row: readonly (number | null)[], unknown: number): number => row.reduce<number>((sum, one) => sum + (one ?? unknown), 0);
  const worst = preferences.map((row) => total(row, 0));
  const highest = Math.max(...worst);
  const best = worst.flatMap((sum, index) => (sum > highest - NOISE ? [index] : []));
  if (!preferences.some((row) => row.includes(null))) return best;
  const [only] = best;
  const decided = best.length === 1 && preferences.every((row, index) => index === only || total(row, 1) < highest - NOISE);
  return decided ? best : null;
}
