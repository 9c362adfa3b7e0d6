import { endsText } from '../../format/interval-ends.js';
import { formatCount } from '../../format/format-count.js';
import { formatInterval } from '../../format/format-interval.js';
import { ratesText, rateText } from '../../format/format-rate.js';
import { formatCaseScore, formatScore } from '../../format/format-score.js';
import { cleanText } from '../../text-layout/clean-text.js';
import type { Color } from '../../text-layout/paint.js';
import type { Slice, Slices } from './slices.js';

/** A column of the table of slices, on a terminal and elsewhere. */
export interface SliceColumn {
  readonly header: string;
  readonly align: 'left' | 'right';
  readonly text: (slice: Slice) => string;
  readonly color?: ((slice: Slice) => Color) | undefined;
  /** As of columns of a terminal. */
  readonly drop?: number | undefined;
  readonly minWidth?: number | undefined;
}

/** What a slice is called. */
export function sliceName({ value, others }: Pick<Slice, 'value' | 'others'>): string {
  if (others) return '(others)';
  return value === '' ? '(none)' : cleanText(value);
}

/** A share in per cent; a dash for none. */
export const percent = (rate: number | null): string => (rate === 1 || rate === 0 ? `${rate * 100}%` : rateText(rate));

/** The ends in per cent, rounded outwards; a dash without an interval. */
const ends = ({ passInterval }: Slice): string => (passInterval ? ratesText(passInterval.low, passInterval.high) : '–');

const shownFigure = (value: number | null | undefined): string => (typeof value === 'number' ? formatScore(value) : '–');

const RIGHT = { align: 'right' } as const;
/** The interval of what stands before it. */
const INTERVAL = { header: '± 95 %', align: 'left' } as const;

/** How often the labels of a slice are right. */
const LABEL_COLUMNS: readonly SliceColumn[] = [
  { header: 'Accuracy', ...RIGHT, text: ({ labels }) => shownFigure(labels?.accuracy), drop: 4 },
  { ...INTERVAL, text: ({ classifications: [first] = [] }) => formatInterval(first?.interval, first?.items ?? 0), drop: 7 },
  { header: 'Macro F1', ...RIGHT, text: ({ labels }) => shownFigure(labels?.macroF1), drop: 5 },
  { ...INTERVAL, text: ({ labels }) => endsText(labels?.macroF1Interval), drop: 8 },
];

/** What the table of slices by a key has, the figures of labels only where there are some. */
export function sliceColumns({ name: by, thresholds }: Pick<Slices, 'name' | 'thresholds'>, slices: readonly Slice[]): readonly SliceColumn[] {
  return [
    { header: `By ${cleanText(by)}`, align: 'left', text: sliceName, minWidth: 8 },
    { header: 'Trials', ...RIGHT, text: ({ trials }) => formatCount(trials), drop: 2 },
    { header: 'Unscored', ...RIGHT, text: ({ unscored }) => formatCount(unscored), color: ({ unscored }) => (unscored > 0 ? 'yellow' : 'dim'), drop: 3 },
    { header: 'Pass', ...RIGHT, text: ({ passed }) => formatCount(passed), drop: 1 },
    { header: 'Rate', ...RIGHT, text: ({ passRate }) => percent(passRate) },
    { ...INTERVAL, text: ends, color: () => 'dim', drop: 6 },
    { header: 'Mean', ...RIGHT, text: ({ mean }) => formatCaseScore(mean, thresholds) },
    { ...INTERVAL, text: ({ interval, trials, unscored }) => formatInterval(interval, trials - unscored) },
    ...(slices.some(({ labels }) => labels) ? LABEL_COLUMNS : []),
  ];
}
