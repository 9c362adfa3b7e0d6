import type { Color, Paint } from './paint.js';
import { textWidth } from './text-width.js';
import { truncateText } from './truncate-text.js';

export interface Cell {
  readonly text: string;
  readonly color?: Color | undefined;
}

export interface Column {
  readonly header: string;
  readonly align: 'left' | 'right';
  readonly cells: readonly Cell[];
  /** Columns of a terminal below which a name is not cut; undefined for what is never cut. */
  readonly minWidth?: number | undefined;
  /** The highest goes first when the table is too wide; undefined never goes. */
  readonly drop?: number | undefined;
  /** True for a column that goes before any name is cut. */
  readonly spare?: boolean | undefined;
}

const GAP = 2;

function naturalWidth(column: Column): number {
  return Math.max(textWidth(column.header), ...column.cells.map((cell) => textWidth(cell.text)));
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + GAP * (widths.length - 1);
}

/** Widths that fit, names cut as far as they may be, widest first; undefined if that is not enough. */
function fitWidths(columns: readonly Column[], width: number): readonly number[] | undefined {
  const widths = columns.map(naturalWidth);
  while (total(widths) > width) {
    let widest = -1;
    columns.forEach((column, index) => {
      const current = widths[index] ?? 0;
      if (column.minWidth === undefined || current <= Math.max(column.minWidth, textWidth(column.header))) return;
      if (current > (widths[widest] ?? 0)) widest = index;
    });
    if (widest < 0) return undefined;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function dropOne(columns: readonly Column[]): readonly Column[] | undefined {
  const next = columns.reduce<Column | undefined>(
    (found, column) => ((column.drop ?? -1) > (found?.drop ?? -1) ? column : found),
    undefined,
  );
  return next && columns.filter((column) => column !== next);
}

function renderCell(cell: Cell, width: number, align: Column['align'], last: boolean, paint: Paint): string {
  const text = truncateText(cell.text, width);
  const padding = ' '.repeat(width - textWidth(text));
  const painted = paint(cell.color ?? 'plain', text);
  if (align === 'right') return padding + painted;
  return last ? painted : painted + padding;
}

/**
 * Sets a table without lines. If it is too wide, long names are cut, then whole columns go, least
 * important first. Undefined when even that does not fit: then the caller needs another form.
 */
export function layoutTable(columns: readonly Column[], width: number, paint: Paint): readonly string[] | undefined {
  const roomy = total(columns.map(naturalWidth)) <= width;
  let shown: readonly Column[] | undefined = roomy ? columns : columns.filter((column) => !column.spare);
  let widths = fitWidths(shown, width);
  while (shown && !widths) {
    shown = dropOne(shown);
    widths = shown && fitWidths(shown, width);
  }
  if (!shown || !widths) return undefined;
  const [fitting, fitted] = [shown, widths];
  const row = (cellOf: (column: Column) => Cell): string =>
    fitting
      .map((column, index) =>
        renderCell(cellOf(column), fitted[index] ?? 0, column.align, index === fitting.length - 1, paint),
      )
      .join(' '.repeat(GAP))
      .trimEnd();
  const count = columns[0]?.cells.length ?? 0;
  return [
    row((column) => ({ text: column.header, color: 'dim' })),
    ...Array.from({ length: count }, (_, index) => row((column) => column.cells[index] ?? { text: '' })),
  ];
}
