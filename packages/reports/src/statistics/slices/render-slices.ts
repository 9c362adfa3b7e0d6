import { layoutTable, type Cell } from '../../text-layout/layout-table.js';
import { MIN_COLUMNS } from '../../text-layout/min-columns.js';
import { createPaint } from '../../text-layout/paint.js';
import { prepareTextWidth } from '../../text-layout/text-width.js';
import { truncateText } from '../../text-layout/truncate-text.js';
import { formatCaseScore } from '../../format/format-score.js';
import { percent, sliceColumns, sliceName } from './slice-columns.js';
import type { Slices } from './slices.js';

export interface RenderSlicesOptions {
  /** Columns of the terminal; no line is wider. At least 20 are used. */
  readonly columns: number;
  readonly color: boolean;
}

/** Slices as a table: trials, those that passed, mean and pass rate of each value. Ends in a line break. */
export async function renderSlices(slices: Slices, { columns, color }: RenderSlicesOptions): Promise<string> {
  const list = slices.list();
  await prepareTextWidth(JSON.stringify(list));
  const width = Math.max(MIN_COLUMNS, columns);
  const table = layoutTable(
    sliceColumns(slices, list).map(({ text, color: colorOf, ...column }) => ({ ...column, cells: list.map((slice): Cell => ({ text: text(slice), color: colorOf?.(slice) })) })),
    width,
    createPaint(color),
  );
  const lines = table ?? list.map((slice) => truncateText(`${sliceName(slice)} ${percent(slice.passRate)} ${formatCaseScore(slice.mean, slices.thresholds)}`, width));
  return `${lines.join('\n')}\n`;
}
