import type { ChangeTerms } from '@assay/schema';
import { changeEnds } from './change/change-ends.js';
import type { ComparisonGroup, ComparisonNumbers, RunComparison } from './comparison.js';
import { formatCount } from '../format/format-count.js';
import { formatDifference } from '../format/format-difference.js';
import { formatMove } from './change/format-move.js';
import { cleanText } from '../text-layout/clean-text.js';
import { flowPieces } from '../text-layout/flow-pieces.js';
import { layoutTable, type Cell, type Column } from '../text-layout/layout-table.js';
import type { Color, Paint } from '../text-layout/paint.js';
import { truncateText } from '../text-layout/truncate-text.js';

/** Columns that long names keep: first so that they stay readable, and rather than give up the table. */
const MIN_NAMES = [12, 8] as const;

/** Better in B is green, worse is red. */
export function differenceColor(difference: number): Color {
  return difference > 0 ? 'green' : 'red';
}

const differenceText = ({ change }: ComparisonNumbers): string => formatDifference(change?.difference ?? null);

/** Chances below this colour a mean. */
const CLEAR = 0.05;

/** A mean has a colour only when chance hardly explains it. */
function meanColor({ change }: ComparisonNumbers): Color {
  if (change === null || (change.pWorse > CLEAR && change.pBetter > CLEAR)) return 'plain';
  return differenceColor(change.difference);
}

type Counted = 'compared' | 'wins' | 'ties' | 'losses';

const COLORS: Readonly<Record<Counted, Color>> = { compared: 'plain', wins: 'green', ties: 'plain', losses: 'red' };

function countColumn(header: string, rows: readonly ComparisonNumbers[], field: Counted, drop?: number): Column {
  const cells = rows.map((row): Cell => ({
    text: formatCount(row[field]),
    color: row[field] === 0 ? 'dim' : COLORS[field],
  }));
  return { header, align: 'right', cells, drop };
}

function scoreText({ scoreA, scoreB }: ComparisonNumbers): string {
  return scoreA === null && scoreB === null ? '–' : formatMove(scoreA, scoreB);
}

/** A suite on a pair of targets, or a part of one. */
type Row = Omit<ComparisonGroup, 'readings'>;

function pairText({ targetA, targetB }: Row): string {
  return cleanText(targetA === targetB ? targetA : `${targetA} → ${targetB}`);
}

/** True if it has to be said which targets a number is about. */
export function hasSeveralPairs(groups: readonly Row[]): boolean {
  return new Set(groups.map(pairText)).size > 1;
}

/** What a table is of. The total stands below where there is one, and several groups. */
type Grouped = { readonly groups: readonly Row[] } & Partial<Pick<RunComparison, 'total' | 'terms'>>;

function tableColumns({ groups, total, terms }: Grouped, minWidth: number, header: string): readonly Column[] {
  const isSummed = groups.length > 1 && total !== undefined;
  const rows = isSummed ? [...groups, total] : groups;
  const last: readonly Cell[] = isSummed ? [{ text: 'Total', color: 'dim' }] : [];
  const suites = groups.map(({ suite }, index) => ({ text: groups[index - 1]?.suite === suite ? '' : cleanText(suite) }));
  return [
    { header, align: 'left', cells: [...suites, ...last], minWidth },
    ...(hasSeveralPairs(groups)
      ? [{ header: 'Target', align: 'left', cells: groups.map((group) => ({ text: pairText(group) })), minWidth } as const]
      : []),
    countColumn('Cases', rows, 'compared', 4),
    countColumn('Wins', rows, 'wins'),
    countColumn('Ties', rows, 'ties', 2),
    countColumn('Losses', rows, 'losses'),
    { header: 'A → B', align: 'left', cells: rows.map((row) => ({ text: scoreText(row) })), drop: 3 },
    { header: 'B − A', align: 'right', cells: rows.map((row) => ({ text: differenceText(row), color: meanColor(row) })) },
    { header: '95 %', align: 'left', cells: rows.map((row) => ({ text: changeEnds(row.change, terms), color: 'dim' })), drop: 1 },
  ];
}

interface StackOptions {
  readonly terms: ChangeTerms | undefined;
  readonly width: number;
  readonly paint: Paint;
}

/** A group on lines of its own, for terminals that no table fits in. */
function stackGroup(title: string, numbers: ComparisonNumbers, { terms, width, paint }: StackOptions): readonly string[] {
  const { wins, ties, losses } = numbers;
  const flow = { width: width - 2, indent: 0, gap: 2, paint };
  const lines = [
    ...flowPieces(
      [
        { text: scoreText(numbers), color: 'plain' },
        { text: differenceText(numbers), color: meanColor(numbers) },
        { text: numbers.change === null ? '' : changeEnds(numbers.change, terms), color: 'dim' },
      ],
      flow,
    ),
    ...flowPieces(
      [
        { text: formatCount(wins, 'win'), color: wins > 0 ? 'green' : 'dim' },
        { text: formatCount(ties, 'tie'), color: ties > 0 ? 'plain' : 'dim' },
        { text: formatCount(losses, 'loss', 'losses'), color: losses > 0 ? 'red' : 'dim' },
      ],
      flow,
    ),
  ];
  return [truncateText(title, width), ...lines.map((line) => `  ${line}`)];
}

/**
 * The numbers of every suite and in total, as a table or, on a narrow terminal, as a list.
 * @param header what the groups are
 */
export function renderComparisonGroups(comparison: Grouped, width: number, paint: Paint, header = 'Suite'): readonly string[] {
  const { groups, total, terms } = comparison;
  if (groups.length === 0) return [];
  for (const minName of MIN_NAMES) {
    const table = layoutTable(tableColumns(comparison, minName, header), width, paint);
    if (table) return table;
  }
  const several = hasSeveralPairs(groups);
  return [
    ...groups.flatMap((group) =>
      stackGroup(cleanText(group.suite) + (several ? `, ${pairText(group)}` : ''), group, { terms, width, paint }),
    ),
    ...(groups.length > 1 && total !== undefined ? stackGroup('Total', total, { terms, width, paint }) : []),
  ];
}
