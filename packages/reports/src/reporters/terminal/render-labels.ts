import type { ClassificationSummary, FigureInterval, GroupSummary, LabelSummary } from '@assay/schema';
import { formatCount } from '../../format/format-count.js';
import { endsText } from '../../format/interval-ends.js';
import { formatInterval } from '../../format/format-interval.js';
import { formatScore } from '../../format/format-score.js';
import { targetTitle } from '../../format/target-title.js';
import { cleanText } from '../../text-layout/clean-text.js';
import { layoutTable, type Cell, type Column } from '../../text-layout/layout-table.js';
import type { Paint } from '../../text-layout/paint.js';
import { wrapText } from '../../text-layout/wrap-text.js';

/** Labels that are listed; with more of them, those that were true most often. */
const MOST_LISTED = 20;
/** Labels of which the confusion matrix is shown. */
const MOST_IN_MATRIX = 10;

/** A label as people are shown it. */
export function labelTitle({ label, kind }: Pick<LabelSummary, 'label' | 'kind'>): string {
  return kind === 'other' ? '(other labels)' : kind === 'none' ? '(no label)' : cleanText(label);
}

const figure = (value: number | null): string => (value === null ? '–' : formatScore(value));

/** A figure with its interval. */
export function figureText(value: number | null, interval: FigureInterval | undefined): string {
  return `${figure(value)}${interval === undefined ? '' : ` (${endsText(interval)})`}`;
}

/** What a classification comes to, in one line. */
export function labelFacts({ accuracy, interval, macro, micro, absent, calibration, items }: ClassificationSummary): string {
  return [
    `accuracy ${formatScore(accuracy)}${interval === undefined ? '' : ` (${formatInterval(interval, items)})`} of ${formatCount(items)}`,
    `macro F1 ${figureText(macro.f1, macro.f1Interval)}${absent > 0 ? ` without ${formatCount(absent, 'absent label')}` : ''}`,
    `micro F1 ${figureText(micro.f1, micro.f1Interval)}`,
    ...(calibration ? [`ECE ${formatScore(calibration.ece)} over ${formatCount(calibration.items, 'confidence')}`] : []),
  ].join(', ');
}

function figuresTable(labels: readonly LabelSummary[], width: number, paint: Paint): readonly string[] {
  const column = (header: string, text: (label: LabelSummary) => string, drop?: number): Column => ({ header, align: 'right', cells: labels.map((label): Cell => ({ text: text(label) })), drop });
  const ends = (of: (label: LabelSummary) => FigureInterval | undefined, drop: number): Column => ({ ...column('± 95 %', (label) => endsText(of(label)), drop), align: 'left' });
  const table = layoutTable(
    [
      { header: 'Label', align: 'left', cells: labels.map((label): Cell => ({ text: labelTitle(label) })), minWidth: 8 },
      column('True', ({ support }) => formatCount(support), 1),
      column('Said', ({ predicted }) => formatCount(predicted), 2),
      column('Precision', ({ precision }) => figure(precision), 4),
      ends(({ precisionInterval }) => precisionInterval, 6),
      column('Recall', ({ recall }) => figure(recall), 3),
      ends(({ recallInterval }) => recallInterval, 5),
      column('F1', ({ f1 }) => figure(f1)),
      ends(({ f1Interval }) => f1Interval, 2.5),
    ],
    width,
    paint,
  );
  return table ?? [];
}

function matrix({ labels, confusion }: ClassificationSummary, width: number, paint: Paint): readonly string[] {
  if (labels.length > MOST_IN_MATRIX) return [];
  const table = layoutTable(
    [
      { header: 'True \\ said', align: 'left', cells: labels.map((label): Cell => ({ text: labelTitle(label) })), minWidth: 11 },
      ...labels.map((label, index): Column => ({
        header: labelTitle(label),
        align: 'right',
        cells: confusion.map((row, place): Cell => ({ text: formatCount(row[index] ?? 0), color: row[index] === 0 ? 'dim' : place === index ? 'green' : 'plain' })),
      })),
    ],
    width,
    paint,
  );
  return table ? ['', ...table] : [];
}

/** Labels that are listed, in their order. */
function listed({ labels }: ClassificationSummary): readonly LabelSummary[] {
  if (labels.length <= MOST_LISTED) return labels;
  const most = new Set(labels.toSorted((a, b) => b.support - a.support).slice(0, MOST_LISTED));
  return labels.filter((label) => most.has(label));
}

/** Figures of labels, of each group that has any: what they come to, label by label, and which were taken for which. */
export function renderLabels(groups: readonly GroupSummary[], width: number, paint: Paint): readonly string[] {
  const parts = groups.flatMap((group) => (group.classifications ?? []).map((summary) => ({ group, summary })));
  return parts.flatMap(({ group, summary }, index) => {
    const { suite, target, variant } = group;
    const shown = listed(summary);
    const hidden = summary.labels.length - shown.length;
    return [
      ...(index > 0 ? [''] : []),
      ...wrapText(`Labels of ${cleanText(suite)} on ${cleanText(targetTitle(target, variant))} (${cleanText(summary.evaluator)}): ${labelFacts(summary)}`, width),
      ...figuresTable(shown, width, paint),
      ...(hidden > 0 ? [paint('dim', `… ${formatCount(hidden, 'more label')}, all of them with --json`)] : []),
      ...matrix(summary, width, paint),
    ];
  });
}
