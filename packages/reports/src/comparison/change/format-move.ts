import type { VerdictThresholds } from '@assay/schema';
import { withDecimals } from '../../format/format-score.js';

/** As many as it takes to tell scores apart that are not the same. */
const MAX_DECIMALS = 10;
/** What is no difference of scores, but noise of floating-point numbers. */
const FORGIVEN = 1e-9;

/**
 * Two scores that stand beside each other, with two decimals, or more where these would show the same of scores that
 * differ: 0.8004 and 0.7996 are not both `0.80`. A score without such a need is as `formatScore` shows it.
 *
 * @param none what stands for null, an unscored one.
 * @param thresholds of verdicts that stand beside them: no score is shown as one that it missed.
 */
export function formatScores(before: number | null, after: number | null, none = '–', thresholds?: VerdictThresholds): readonly [before: string, after: string] {
  const text = (score: number | null, decimals: number): string => (score === null ? none : withDecimals(score, decimals, [thresholds?.pass, thresholds?.borderline]));
  const shown = [text(before, 2), text(after, 2)] as const;
  if (before === null || after === null || shown[0] !== shown[1] || Math.abs(before - after) <= FORGIVEN) return shown;
  for (let decimals = 3; decimals <= MAX_DECIMALS; decimals++) {
    const longer = [text(before, decimals), text(after, decimals)] as const;
    if (longer[0] !== longer[1]) return longer;
  }
  return shown;
}

/** From one score to another: `0.83 → 0.67`. @param none what stands for null, an unscored one */
export function formatMove(before: number | null, after: number | null, none?: string): string {
  return formatScores(before, after, none).join(' → ');
}
