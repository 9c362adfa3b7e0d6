import type { RankedMember } from '@assay/statistics';
import { formatCount } from '../format/format-count.js';
import { formatDifference } from '../format/format-difference.js';
import { formatScore } from '../format/format-score.js';
import { cleanText } from '../text-layout/clean-text.js';
import { layoutTable, type Column } from '../text-layout/layout-table.js';
import { MIN_COLUMNS } from '../text-layout/min-columns.js';
import { wrapText } from '../text-layout/wrap-text.js';
import type { PositionBias, Ranking } from './ranking.js';

function endsOf({ low, high, openBelow, openAbove }: RankedMember): string {
  const end = (value: number | null, open: boolean): string => (open ? 'open' : formatDifference(value));
  return `${end(low, openBelow)} to ${end(high, openAbove)}`;
}

function columnsOf(members: readonly RankedMember[]): readonly Column[] {
  const column = (header: string, align: Column['align'], text: (member: RankedMember, place: number) => string, more: Partial<Column> = {}): Column => ({
    header,
    align,
    cells: members.map((member, place) => ({ text: text(member, place) })),
    ...more,
  });
  return [
    column('', 'right', (_, place) => `${place + 1}`),
    column('target', 'left', ({ name }) => cleanText(name), { minWidth: 12 }),
    column('strength', 'right', ({ strength }) => formatDifference(strength)),
    column('95 % interval', 'left', endsOf),
    column('won', 'right', ({ wins }) => formatCount(wins), { drop: 1 }),
    column('lost', 'right', ({ losses }) => formatCount(losses), { drop: 2 }),
    column('tied', 'right', ({ ties }) => formatCount(ties), { drop: 3 }),
  ];
}

function biasLine({ judge, pairs, first, second, led }: PositionBias): string {
  const share = led ? `: ${formatScore(led.rate)} (${formatScore(led.low)} to ${formatScore(led.high)})` : '';
  return `${judge} was led by the order in ${formatCount(first + second)} of ${formatCount(pairs, 'pair')} (to the first ${formatCount(first)}, to the second ${formatCount(second)})${share}`;
}

/** A ranking for a person: a table for each group, and how far judges were led by the order. */
export function renderRanking({ groups, pairs, lost, equal, cases, bias }: Ranking, columns: number): string {
  const width = Math.max(MIN_COLUMNS, columns);
  const tables = groups.flatMap(({ members }, index) => [
    ...(groups.length > 1 ? [`Group ${index + 1} of ${groups.length}`] : []),
    ...(layoutTable(columnsOf(members), width, (_, text) => text) ?? members.map((member, place) => `${place + 1} ${cleanText(member.name)} ${formatDifference(member.strength)}`)),
    '',
  ]);
  const counted = [
    `${formatCount(pairs, 'pair')} of replies to ${formatCount(cases, 'case')}`,
    ...(equal > 0 ? [`${formatCount(equal)} equal, which ${equal === 1 ? 'is a tie' : 'are ties'}`] : []),
    ...(lost > 0 ? [`${formatCount(lost)} that no judge could compare`] : []),
  ].join('; ');
  const apart = groups.length > 1 ? ['Targets of different groups were never compared, not even by way of others: their strengths say nothing of each other.'] : [];
  return [...tables, ...[counted, ...apart, ...bias.map(biasLine)].flatMap((line) => wrapText(cleanText(line), width))].map((line) => `${line}\n`).join('');
}
