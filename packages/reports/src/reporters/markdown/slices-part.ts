import type { ComparedSlice, ComparedSlices } from '@assay/schema';
import { formatCount } from '../../format/format-count.js';
import { markdownText } from '../../markdown/markdown-text.js';
import { sliceColumns, sliceName } from '../../statistics/slices/slice-columns.js';
import type { Slices } from '../../statistics/slices/slices.js';
import { changedCells } from '../../comparison/change/changed-cells.js';
import type { LimitedText } from './limited-text.js';

const OPTIONS = { share: 0.5, mark: '\n', name: 'more values' };
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;

/** Adds tables, and counts those for whose head there is no room. */
function addTables<T>(text: LimitedText, tables: readonly T[], addTable: (table: T) => boolean): void {
  const left = tables.filter((table) => !addTable(table)).length;
  if (left > 0) text.end(`\n… ${formatCount(left, 'table')} of parts without room\n`);
}

/** What a run comes to by each key, as the tables of a terminal have it. */
export function addSlices(text: LimitedText, keys: readonly Slices[]): void {
  addTables(text, keys, (key) => {
    const slices = key.list();
    const columns = sliceColumns(key, slices);
    const head = `\n${line(columns.map(({ header }) => markdownText(header)))}|${columns.map(({ align }) => (align === 'right' ? '--:|' : '---|')).join('')}\n`;
    if (!text.add(head)) return false;
    text.addItems(slices, (slice) => line(columns.map((column) => markdownText(column.text(slice)))), OPTIONS);
    return true;
  });
}

function comparedLine(slice: ComparedSlice): string {
  const { compared, worse, same, better } = slice;
  return line([markdownText(sliceName(slice)), formatCount(compared), ...changedCells(slice), worse > 0 ? `**${formatCount(worse)}**` : '0', formatCount(same), formatCount(better)]);
}

/** What the cases with each value of the keys come to before and now. */
export function addComparedSlices(text: LimitedText, keys: readonly ComparedSlices[]): void {
  addTables(text, keys, ({ by, slices }) => {
    const head = `\n| By ${markdownText(by)} | Cases | Score | Change (95 %) | Worse | Same | Better |\n|---|--:|---|---|--:|--:|--:|\n`;
    if (!text.add(head)) return false;
    text.addItems(slices, comparedLine, OPTIONS);
    return true;
  });
}
