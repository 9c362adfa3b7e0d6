import type { ChangeTerms, MeanChange } from '@assay/schema';
import { changeEnds } from '../comparison/change/change-ends.js';
import { formatCount } from '../format/format-count.js';
import { formatDifference } from '../format/format-difference.js';
import { formatMove } from '../comparison/change/format-move.js';
import { flowPieces } from '../text-layout/flow-pieces.js';
import { layoutTable, type Cell, type Column } from '../text-layout/layout-table.js';
import { truncateText } from '../text-layout/truncate-text.js';
import type { Color } from '../text-layout/paint.js';
import type { Drawing } from './render-changes.js';

/** What cases come to beside their baselines. */
export interface CheckRow {
  /** What they are called, one text for each of the first columns. */
  readonly names: readonly string[];
  readonly compared: number;
  readonly worse: number;
  readonly same: number;
  readonly better: number;
  readonly open: number;
  readonly change: MeanChange | null;
}

export interface CheckTable {
  /** Headers of the names. */
  readonly headers: readonly string[];
  readonly rows: readonly CheckRow[];
  readonly terms: ChangeTerms;
}

/** Columns that long names keep: first so that they stay readable, and rather than give up the table. */
const MIN_NAMES = [12, 8] as const;

type Counted = 'compared' | 'worse' | 'same' | 'better' | 'open';

function countColumn(header: string, rows: readonly CheckRow[], of: Counted, color: Color, drop?: number): Column {
  const cells = rows.map((row): Cell => ({ text: formatCount(row[of]), color: row[of] === 0 ? 'dim' : color }));
  return { header, align: 'right', cells, drop };
}

function scoreText({ change }: CheckRow): string {
  return change === null ? '–' : formatMove(change.before, change.after);
}

const differenceText = ({ change }: CheckRow): string => formatDifference(change?.difference ?? null);

/** Texts of a column of names; the first of them is not said again below itself. */
function namesOf(rows: readonly CheckRow[], column: number): readonly Cell[] {
  const of = (row: CheckRow | undefined): string | undefined => row?.names[column];
  const isSaid = (index: number): boolean => column === 0 && index > 0 && of(rows[index - 1]) === of(rows[index]);
  return rows.map((row, index) => ({ text: isSaid(index) ? '' : (of(row) ?? '') }));
}

function tableColumns({ headers, rows, terms }: CheckTable, minWidth: number): readonly Column[] {
  return [
    ...headers.map((header, column): Column => ({ header, align: 'left', cells: namesOf(rows, column), minWidth })),
    countColumn('Cases', rows, 'compared', 'plain', 4),
    countColumn('Worse', rows, 'worse', 'red'),
    countColumn('Same', rows, 'same', 'plain', 2),
    countColumn('Better', rows, 'better', 'green', 1),
    ...(rows.some(({ open }) => open > 0) ? [countColumn('Open', rows, 'open', 'yellow')] : []),
    { header: 'Score', align: 'left', cells: rows.map((row) => ({ text: scoreText(row) })), drop: 3 },
    { header: 'Change', align: 'right', cells: rows.map((row) => ({ text: differenceText(row), color: row.change?.verdict === 'worse' ? 'red' : 'plain' })) },
    { header: '95 %', align: 'left', cells: rows.map((row) => ({ text: changeEnds(row.change, terms), color: 'dim' })), drop: 1.5 },
  ];
}

/** A row on lines of its own, for terminals that no table fits in. */
function stackRow(row: CheckRow, terms: ChangeTerms, { width, paint }: Drawing): readonly string[] {
  const { names, worse, same, better, open } = row;
  const pieces = [
    { text: scoreText(row), color: 'plain' as const },
    { text: differenceText(row), color: 'plain' as const },
    { text: row.change === null ? '' : changeEnds(row.change, terms), color: 'dim' as const },
    { text: `${formatCount(worse)} worse`, color: worse > 0 ? ('red' as const) : ('dim' as const) },
    { text: `${formatCount(same)} same`, color: 'dim' as const },
    { text: `${formatCount(better)} better`, color: better > 0 ? ('green' as const) : ('dim' as const) },
    { text: open > 0 ? `${formatCount(open)} open` : '', color: 'yellow' as const },
  ];
  return [truncateText(names.join(' on '), width), ...flowPieces(pieces, { width: width - 2, indent: 0, gap: 2, paint }).map((line) => `  ${line}`)];
}

/** Rows as a table or, on a narrow terminal, as a list; nothing for none. */
export function renderCheckTable(table: CheckTable, drawing: Drawing): readonly string[] {
  if (table.rows.length === 0) return [];
  for (const minName of MIN_NAMES) {
    const lines = layoutTable(tableColumns(table, minName), drawing.width, drawing.paint);
    if (lines) return lines;
  }
  return table.rows.flatMap((row) => stackRow(row, table.terms, drawing));
}
