import type { RepeatsSummary } from '@assay/schema';
import { formatCount } from './format-count.js';
import { targetTitle } from './target-title.js';

/** How many cases are flaky. */
export function repeatsLine({ cases, flakyCount }: RepeatsSummary): string {
  return `${formatCount(flakyCount)} of ${formatCount(cases, 'repeated case')} passed sometimes, and not always`;
}

/** A flaky case, with how often it passed. */
export function flakyLine({ suite, caseId, target, variant, passed, scored }: RepeatsSummary['flaky'][number]): string {
  return `${passed}/${scored} ${suite} › ${caseId} on ${targetTitle(target, variant)}`;
}
