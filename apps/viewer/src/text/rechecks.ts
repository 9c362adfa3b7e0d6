import type { PageRun } from '@assay/schema';
import type { WireRow, WireSummary } from '../data/row.js';
import { formatCount, plural } from '../figures/format.js';

type Rechecks = NonNullable<WireSummary['rechecks']>;

/** What rechecks of a run came to: one that goes on, or was killed, has it by its rows. */
export function rechecksIn({ summary, rechecks }: Pick<PageRun, 'summary' | 'rechecks'>): Rechecks | undefined {
  return (rechecks as unknown as Rechecks | undefined) ?? (summary as unknown as WireSummary | null)?.rechecks;
}

/**
 * How many cases of a run were asked again, and what came of it; undefined for a run that asks none again.
 * @param goesOn whether what is not there yet still comes
 */
export function rechecksText(rechecks: Rechecks | undefined, goesOn = false): string | undefined {
  if (rechecks === undefined) return undefined;
  const { most, cases, planned, done, unscored = 0, flaky_count: flaky } = rechecks;
  if (cases === 0) return 'no case needs rechecks';
  const missing = done < planned ? `, ${formatCount(planned - done)} of ${formatCount(planned)} rechecks ${goesOn ? 'to come' : 'missing'}` : '';
  const lost = unscored > 0 ? `, ${formatCount(unscored)} of ${formatCount(planned)} rechecks without a score` : '';
  return `${plural(cases, 'case')} asked ${plural(most, 'time')} more, ${formatCount(flaky)} of them flaky${missing}${lost}`;
}

/** What the case of a row came to that was asked again: `2/3, 5/8 with rechecks: flaky`; undefined for one that was not. */
export function recheckText(rechecks: Rechecks | undefined, { suite, suite_path: path, target, variant, case_id: id }: WireRow): string | undefined {
  const one = rechecks?.list.find((each) => each.case_id === id && each.target === target && each.variant === variant.label && each.suite === suite && each.suite_path === path);
  if (one === undefined) return undefined;
  const { passed, scored, passed_in_all: passedInAll, scored_in_all: scoredInAll, flaky, reason } = one;
  const outcome = flaky ? 'flaky' : passedInAll === scoredInAll ? 'passes' : 'does not pass';
  return `${passed}/${scored}, ${passedInAll}/${scoredInAll} with rechecks: ${outcome}${reason === 'near_limit' ? ' (near a limit)' : ''}`;
}
