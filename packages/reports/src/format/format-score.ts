import type { VerdictThresholds } from '@assay/schema';

/** As many as it takes to show what bounds do not forgive. */
const MAX_DECIMALS = 10;
/** What they do: `reaches` of `@assay/schema` says so, which no browser loads for this. */
const FORGIVEN = 1e-9;

/** On which side of a bound a score is, as far as bounds do not forgive. */
export const sideOf = (score: number, bound: number): number => (Math.abs(score - bound) <= FORGIVEN ? 0 : Math.sign(score - bound));

/**
 * A score in [0, 1] with two decimals, or more when two would put it on the wrong side of a
 * bound: 0.7996 against 0.8 is `0.7996`, and `1.00` is shown for 1 alone. Differences that are
 * floating-point noise stay hidden.
 *
 * @param score null is shown as `–` (unscored).
 * @param compared thresholds that the score is compared with, in [0, 1].
 */
export function formatScore(score: number | null, ...compared: readonly (number | undefined)[]): string {
  return withDecimals(score, 2, compared);
}

/** As `formatScore`, with at least so many decimals. */
export function withDecimals(score: number | null, least: number, compared: readonly (number | undefined)[]): string {
  if (score === null || !Number.isFinite(score)) return '–';
  const bounds = [0, 1, ...compared.filter((bound) => bound !== undefined)];
  for (let decimals = least; decimals <= MAX_DECIMALS; decimals++) {
    const shown = score.toFixed(decimals);
    if (bounds.every((end) => sideOf(Number(shown), end) === sideOf(score, end))) return shown;
  }
  return score.toFixed(least);
}

/** The score of a case beside its verdict: 0.7996 is not shown as the 0.80 that it did not reach. @param thresholds that its verdict is from */
export function formatCaseScore(score: number | null, { pass, borderline }: VerdictThresholds): string {
  return formatScore(score, pass, borderline);
}
