import type { PositionBias, RankedMember, Ranking } from '@assay/schema';
import { formatCount } from '../format/format-count.js';
import { formatDifference } from '../format/format-difference.js';
import { formatScore } from '../format/format-score.js';

/** What has to be said where a ranking has several groups. */
export const APART = 'Targets of different groups were never compared, not even by way of others: their strengths say nothing of each other.';

/** The interval of a strength; an end that the data does not set is open. */
export function endsText({ low, high, openBelow, openAbove }: RankedMember): string {
  const end = (value: number | null, open: boolean): string => (open ? 'open' : formatDifference(value));
  return `${end(low, openBelow)} to ${end(high, openAbove)}`;
}

/** What was compared. */
export function comparedText({ pairs, cases, equal, lost }: Ranking): string {
  return [
    `${formatCount(pairs, 'pair')} of replies to ${formatCount(cases, 'case')}`,
    ...(equal > 0 ? [`${formatCount(equal)} equal, which ${equal === 1 ? 'is a tie' : 'are ties'}`] : []),
    ...(lost > 0 ? [`${formatCount(lost)} that no judge could compare`] : []),
  ].join('; ');
}

/** How far a judge was led by the order. */
export function biasText({ judge, pairs, first, second, led }: PositionBias): string {
  const share = led ? `: ${formatScore(led.rate)} (${formatScore(led.low)} to ${formatScore(led.high)})` : '';
  return `${judge} was led by the order in ${formatCount(first + second)} of ${formatCount(pairs, 'pair')} (to the first ${formatCount(first)}, to the second ${formatCount(second)})${share}`;
}
