import type { SeatedJudge } from '@assay/schema';
import { judgingOf } from '../../calibration/seats.js';

/** Who judged the replies of a target to a suite: a judge that was asked first, and the panel. */
export interface SuiteJudges {
  readonly first: readonly SeatedJudge[];
  readonly panel: readonly SeatedJudge[];
}

function wordsOf({ first, panel }: SuiteJudges): string {
  if (first.length === 0) return judgingOf(panel);
  return `${judgingOf(first)}${panel.length === 0 ? '' : `, then ${judgingOf(panel)}`}`;
}

/**
 * Who judged on each side, in words, where that differs. A panel that a judge was asked before may not have been needed on one side: its
 * absence is no difference.
 */
export function judgedApart(a: SuiteJudges, b: SuiteJudges): { readonly a: string; readonly b: string } | undefined {
  const differ = (one: readonly SeatedJudge[], other: readonly SeatedJudge[]): boolean => judgingOf(one) !== judgingOf(other);
  const cascades = a.first.length > 0 && b.first.length > 0;
  const isUnneeded = cascades && (a.panel.length === 0 || b.panel.length === 0);
  return differ(a.first, b.first) || (!isUnneeded && differ(a.panel, b.panel)) ? { a: wordsOf(a), b: wordsOf(b) } : undefined;
}
