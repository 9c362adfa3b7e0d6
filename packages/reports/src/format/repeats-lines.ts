import type { RepeatedPasses, RepeatsSummary, ScoreInterval } from '@assay/schema';
import { formatCount } from './format-count.js';
import { formatInterval } from './format-interval.js';
import { formatScore } from './format-score.js';
import { targetTitle } from './target-title.js';

/** How many cases are flaky. */
export function repeatsLine({ cases, flakyCount }: RepeatsSummary): string {
  return `${formatCount(flakyCount)} of ${formatCount(cases, 'repeated case')} passed sometimes, and not always`;
}

/** A flaky case, with how often it passed. */
export function flakyLine({ suite, caseId, target, variant, passed, scored }: RepeatsSummary['flaky'][number]): string {
  return `${passed}/${scored} ${suite} › ${caseId} on ${targetTitle(target, variant)}`;
}

function chance(share: number | null, interval: ScoreInterval | undefined, cases: number): string {
  return share === null ? '–' : `${formatScore(share)} (${formatInterval(interval, cases)})`;
}

/** How likely a case is to pass once, and each time: `faq on agent: pass@3 0.90 (0.55–1.00), pass^3 0.60 (0.26–0.88), 10 cases`. */
export function passesLine({ suite, target, variant, k, cases, incomplete, passAtK, passAtKInterval, passHatK, passHatKInterval }: RepeatedPasses): string {
  const lost = incomplete > 0 ? `; ${formatCount(incomplete)} left out, with repeats that have no verdict` : '';
  return `${suite} on ${targetTitle(target, variant)}: pass@${k} ${chance(passAtK, passAtKInterval, cases)}, pass^${k} ${chance(passHatK, passHatKInterval, cases)}, ${formatCount(cases, 'case')}${lost}`;
}
