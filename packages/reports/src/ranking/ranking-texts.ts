import type { PositionBias, RankedMember, Ranking } from '@assay/schema';
import { formatCount } from '../format/format-count.js';
import { formatScore } from '../format/format-score.js';
import { endsText as shareEnds, signedEnd } from '../format/interval-ends.js';

/** What has to be said where a ranking has several groups. */
export const APART = 'Targets of different groups were never compared, not even by way of others: their strengths say nothing of each other.';

/** The interval of a strength; an end that the data does not set is open. */
export function endsText({ low, high, openBelow, openAbove }: RankedMember): string {
  const below = openBelow || low === null ? 'open' : signedEnd(low, 'low');
  return `${below} to ${openAbove || high === null ? 'open' : signedEnd(high, 'high')}`;
}

/** Trials without a reply, and whose they are. */
export function unansweredText(unanswered: NonNullable<Ranking['unanswered']>): string {
  const trials = unanswered.reduce((sum, each) => sum + each.trials, 0);
  return `${formatCount(trials, 'trial')} without a reply, or with an empty one, ${trials === 1 ? 'takes' : 'take'} no part (${unanswered.map((each) => `${each.name} ${formatCount(each.trials)}`).join(', ')})`;
}

/** Judges that pairs were judged without. */
export function absentText({ absent = [], pairs, equal, lost }: Pick<Ranking, 'absent' | 'pairs' | 'equal' | 'lost'>): string {
  const all = formatCount(pairs - equal - lost);
  return absent.map((each) => `judge ${each.judge} gave no usable answer on ${formatCount(each.pairs)} of ${all} pairs that were judged without it`).join('; ');
}

/** What was compared. */
export function comparedText(ranking: Ranking): string {
  const { pairs, cases, equal, lost, absent, unanswered = [] } = ranking;
  return [
    `${formatCount(pairs, 'pair')} of replies to ${formatCount(cases, 'case')}`,
    ...(equal > 0 ? [`${formatCount(equal)} equal, which ${equal === 1 ? 'is a tie' : 'are ties'}`] : []),
    ...(lost > 0 ? [`${formatCount(lost)} that no judge could compare`] : []),
    ...(absent ? [absentText(ranking)] : []),
    ...(unanswered.length > 0 ? [`${unansweredText(unanswered)}, and no strength knows of ${unanswered.reduce((sum, { trials }) => sum + trials, 0) === 1 ? 'it' : 'them'}`] : []),
  ].join('; ');
}

/** How far a judge was led by the order. */
export function biasText({ judge, pairs, first, second, led }: PositionBias): string {
  const share = led ? `: ${formatScore(led.rate)} (${shareEnds(led).replace('–', ' to ')}, over ${formatCount(led.cases, 'case')})` : '';
  return `${judge} was led by the order in ${formatCount(first + second)} of ${formatCount(pairs, 'pair')} (to the first ${formatCount(first)}, to the second ${formatCount(second)})${share}`;
}
