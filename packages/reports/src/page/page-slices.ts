import type { ComparedSlice, ComparedSlices, PageSpan, PageTable } from '@assay/schema';
import { changedCells } from '../comparison/change/changed-cells.js';
import { formatCount } from '../format/format-count.js';
import { sliceColumns, sliceName } from '../statistics/slices/slice-columns.js';
import type { Slice, Slices } from '../statistics/slices/slices.js';
import { cleanText } from '../text-layout/clean-text.js';

const spanOf = ({ mean, interval }: Slice): PageSpan | null => (mean === null || !interval ? null : { value: mean, low: interval.low, high: interval.high });

/** What a run comes to by a key, as the table of a terminal has it. */
export function pageSlices(key: Slices): PageTable {
  const slices = key.list();
  const columns = sliceColumns(key, slices);
  const [first = ''] = columns.map(({ header }) => header);
  return {
    title: first,
    header: [cleanText(key.name), ...columns.slice(1).map(({ header }) => header)],
    rows: slices.map((slice) => columns.map(({ text }) => text(slice))),
    remarks: [],
    spans: { title: 'Mean from 0 to 1', least: 0, most: 1, of: slices.map(spanOf) },
  };
}

function comparedRow(slice: ComparedSlice): readonly string[] {
  const { compared, worse, same, better } = slice;
  return [sliceName(slice), formatCount(compared), ...changedCells(slice), ...[worse, same, better].map((count) => formatCount(count))];
}

/** What two sides come to by a key. */
export function pageComparedSlices({ by, slices }: ComparedSlices): PageTable {
  const name = cleanText(by);
  return { title: `By ${name}`, header: [name, 'Cases', 'Score', 'Change (95 %)', 'Worse', 'Same', 'Better'], rows: slices.map(comparedRow), remarks: [] };
}
