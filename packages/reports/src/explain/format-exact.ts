import type { VerdictThresholds } from '@assay/schema';
import { sideOf } from '../format/format-score.js';

/** Digits that are shown; what is calculated with is never rounded. */
const DIGITS = 4;
/** As many as it takes to show of a score what bounds do not forgive. */
const MOST_DIGITS = 10;

/** A number with up to four significant digits and no zeros at its end: `0.425`, `0.8333`, `1`. */
export function formatExact(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(DIGITS))) : '–';
}

/** A score beside its verdict: with more digits where four would say 0, 1 or a bound of verdicts although it is none, so that 0.79999 is not the 0.8 that it did not reach. */
export function formatExactScore(score: number, { pass, borderline }: VerdictThresholds): string {
  for (let digits = DIGITS; digits <= MOST_DIGITS; digits += 1) {
    const shown = Number(score.toPrecision(digits));
    if ([0, borderline, pass, 1].every((bound) => sideOf(shown, bound) === sideOf(score, bound))) return String(shown);
  }
  return formatExact(score);
}
