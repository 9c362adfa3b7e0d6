import { figureEnds } from '../../format/figure-ends.js';
import { formatCount } from '../../format/format-count.js';
import { formatInterval } from '../../format/format-interval.js';
import { ratesText } from '../../format/format-rate.js';
import { formatScore } from '../../format/format-score.js';
import { cleanText } from '../../text-layout/clean-text.js';
import { layoutTable, type Cell, type Column } from '../../text-layout/layout-table.js';
import { MIN_COLUMNS } from '../../text-layout/min-columns.js';
import { createPaint } from '../../text-layout/paint.js';
import { prepareTextWidth } from '../../text-layout/text-width.js';
import { truncateText } from '../../text-layout/truncate-text.js';
import type { Slice, Slices } from './slices.js';

export interface RenderSlicesOptions {
  /** Columns of the terminal; no line is wider. At least 20 are used. */
  readonly columns: number;
  readonly color: boolean;
}

function nameOf({ value, others }: Slice): string {
  if (others) return '(others)';
  return value === '' ? '(none)' : cleanText(value);
}

const percent = (rate: number | null): string => (rate === null ? '–' : `${(rate * 100).toFixed(rate === 1 || rate === 0 ? 0 : 1)}%`);

/** The ends in per cent, rounded outwards; a dash without an interval. */
const ends = ({ passInterval }: Slice): string => (passInterval ? ratesText(passInterval.low, passInterval.high) : '–');

const shownFigure = (value: number | null | undefined): string => (typeof value === 'number' ? formatScore(value) : '–');

/** How often the labels of a slice are right. */
function labelColumns(column: (header: string, text: (slice: Slice) => string, drop?: number) => Column): readonly Column[] {
  return [
    column('Accuracy', ({ labels }) => shownFigure(labels?.accuracy), 4),
    { ...column('± 95 %', ({ classifications: [first] = [] }) => formatInterval(first?.interval, first?.items ?? 0), 7), align: 'left' },
    column('Macro F1', ({ labels }) => shownFigure(labels?.macroF1), 5),
    { ...column('± 95 %', ({ labels }) => figureEnds(labels?.macroF1Interval), 8), align: 'left' },
  ];
}

/** Slices as a table: trials, those that passed, mean and pass rate of each value. Ends in a line break. */
export async function renderSlices(slices: Slices, { columns, color }: RenderSlicesOptions): Promise<string> {
  const list = slices.list();
  await prepareTextWidth(JSON.stringify(list));
  const paint = createPaint(color);
  const width = Math.max(MIN_COLUMNS, columns);
  const column = (header: string, text: (slice: Slice) => string, drop?: number, of: (slice: Slice) => Cell['color'] = () => 'plain') => ({
    header, align: 'right' as const, cells: list.map((slice): Cell => ({ text: text(slice), color: of(slice) })), drop,
  });
  const table = layoutTable(
    [
      { header: `By ${cleanText(slices.name)}`, align: 'left', cells: list.map((slice): Cell => ({ text: nameOf(slice) })), minWidth: 8 },
      column('Trials', ({ trials }) => formatCount(trials), 2),
      column('Unscored', ({ unscored }) => formatCount(unscored), 3, ({ unscored }) => (unscored > 0 ? 'yellow' : 'dim')),
      column('Pass', ({ passed }) => formatCount(passed), 1),
      column('Rate', ({ passRate }) => percent(passRate)),
      { ...column('± 95 %', ends, 6, () => 'dim'), align: 'left' },
      column('Mean', ({ mean }) => (mean === null ? '–' : formatScore(mean))),
      { ...column('± 95 %', ({ interval, trials, unscored }) => formatInterval(interval, trials - unscored)), align: 'left' },
      ...(list.some(({ labels }) => labels) ? labelColumns(column) : []),
    ],
    width,
    paint,
  );
  const lines = table ?? list.map((slice) => truncateText(`${nameOf(slice)} ${percent(slice.passRate)} ${slice.mean === null ? '–' : formatScore(slice.mean)}`, width));
  return `${lines.join('\n')}\n`;
}
