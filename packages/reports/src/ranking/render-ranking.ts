import type { RankedMember, Ranking } from '@assay/schema';
import { formatCount } from '../format/format-count.js';
import { formatDifference } from '../format/format-difference.js';
import { cleanText } from '../text-layout/clean-text.js';
import { layoutTable, type Column } from '../text-layout/layout-table.js';
import { MIN_COLUMNS } from '../text-layout/min-columns.js';
import { wrapText } from '../text-layout/wrap-text.js';
import { APART, biasText, comparedText, endsText } from './ranking-texts.js';
import { sharedPlaces } from './shared-places.js';

function columnsOf(members: readonly RankedMember[]): readonly Column[] {
  const places = sharedPlaces(members);
  const column = (header: string, align: Column['align'], text: (member: RankedMember, index: number) => string, more: Partial<Column> = {}): Column => ({
    header,
    align,
    cells: members.map((member, index) => ({ text: text(member, index) })),
    ...more,
  });
  return [
    column('', 'right', (_, index) => `${places[index] ?? ''}`),
    column('target', 'left', ({ name }) => cleanText(name), { minWidth: 12 }),
    column('strength', 'right', ({ strength }) => formatDifference(strength)),
    column('95 % interval', 'left', endsText),
    column('won', 'right', ({ wins }) => formatCount(wins), { drop: 1 }),
    column('lost', 'right', ({ losses }) => formatCount(losses), { drop: 2 }),
    column('tied', 'right', ({ ties }) => formatCount(ties), { drop: 3 }),
  ];
}

/** The same in lines, for a terminal that is too narrow for a table. */
function linesOf(members: readonly RankedMember[]): readonly string[] {
  const places = sharedPlaces(members);
  return members.map(({ name, strength }, index) => `${places[index] ?? ''} ${cleanText(name)} ${formatDifference(strength)}`);
}

/** A ranking for a person: a table for each group, and how far judges were led by the order. */
export function renderRanking(ranking: Ranking, columns: number): string {
  const { groups, bias } = ranking;
  const width = Math.max(MIN_COLUMNS, columns);
  const tables = groups.flatMap(({ members }, index) => [
    ...(groups.length > 1 ? [`Group ${index + 1} of ${groups.length}`] : []),
    ...(layoutTable(columnsOf(members), width, (_, text) => text) ?? linesOf(members)),
    '',
  ]);
  const apart = groups.length > 1 ? [APART] : [];
  return [...tables, ...[comparedText(ranking), ...apart, ...bias.map(biasText)].flatMap((line) => wrapText(cleanText(line), width))].map((line) => `${line}\n`).join('');
}
