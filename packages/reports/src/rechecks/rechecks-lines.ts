import type { RecheckedCase, RechecksSummary } from '@assay/schema';
import { formatCount } from '../format/format-count.js';
import { formatKnownCost } from '../format/format-cost.js';
import { targetTitle } from '../format/target-title.js';

/** What they cost; that nothing of it is known is said, too, since otherwise they would read as free. */
function costPart({ costUsd = 0, costIncomplete }: RechecksSummary): string {
  if (costUsd > 0) return `, for ${formatKnownCost(costUsd, costIncomplete, 'at least ')}`;
  return costIncomplete ? ' (cost unknown)' : '';
}

/** How many cases were asked again, and how many of them are flaky. */
export function rechecksLine(rechecks: RechecksSummary): string {
  const { most, cases, planned, done, unscored = 0, flakyCount } = rechecks;
  if (cases === 0) return 'no case needs any: none has different verdicts, or a score near a limit';
  const missing = done < planned ? `; ${formatCount(planned - done)} of ${formatCount(planned, 'recheck')} did not finish` : '';
  const lost = unscored > 0 ? `; ${formatCount(unscored)} of ${formatCount(planned, 'recheck')} ${unscored === 1 ? 'has' : 'have'} no score` : '';
  return `${formatCount(cases, 'case')} asked ${formatCount(most, 'time')} more${costPart(rechecks)}, and ${formatCount(flakyCount)} of them ${flakyCount === 1 ? 'is' : 'are'} flaky${missing}${lost}`;
}

/** What is said when cases begin to be asked again. */
export function rechecksStartLine({ most, cases, planned, done }: Pick<RechecksSummary, 'most' | 'cases' | 'planned' | 'done'>): string {
  const left = done > 0 ? `, of which ${formatCount(done)} are there` : '';
  return `Rechecks: ${formatCount(cases, 'case')} asked ${formatCount(most, 'time')} more, ${formatCount(planned, 'trial')}${left}`;
}

function outcomeOf({ flaky, passedInAll, scoredInAll }: RecheckedCase): string {
  if (flaky) return 'flaky';
  return passedInAll === scoredInAll ? 'passes' : 'does not pass';
}

/** How often a case passed that was asked again, before and with that: `2/3, 5/8 with rechecks: flaky`. */
export function recheckCounts(one: RecheckedCase): string {
  return `${one.passed}/${one.scored}, ${one.passedInAll}/${one.scoredInAll} with rechecks: ${outcomeOf(one)}${one.reason === 'near_limit' ? ' (near a limit)' : ''}`;
}

/** A case that was asked again, with why and what came of it. */
export function recheckLine(one: RecheckedCase): string {
  const { suite, caseId, target, variant } = one;
  return `${suite} › ${caseId} on ${targetTitle(target, variant)}: ${recheckCounts(one)}`;
}
