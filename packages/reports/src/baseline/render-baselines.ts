import type { Baseline } from '@assay/schema';
import { formatCount } from '../format/format-count.js';
import { formatCaseScore, formatScore } from '../format/format-score.js';
import { suiteTitles, withTitles } from '../format/suite-titles.js';
import { cleanText } from '../text-layout/clean-text.js';
import { flowPieces } from '../text-layout/flow-pieces.js';
import { layoutTable, type Cell, type Column } from '../text-layout/layout-table.js';
import { createPaint, type Color } from '../text-layout/paint.js';
import { MIN_COLUMNS } from '../text-layout/min-columns.js';
import { prepareTextWidth } from '../text-layout/text-width.js';
import { truncateText } from '../text-layout/truncate-text.js';
import { compareNatural } from '../statistics/natural-order.js';
import { VERDICT_THRESHOLDS } from '../statistics/score-verdict.js';
import { baselineMean } from './results/baseline-mean.js';
import type { RenderBaselineOptions } from './render-baseline-check.js';
import { joinSections, type Drawing } from './render-changes.js';
import { modelText } from './render-saved.js';

const MIN_NAMES = [12, 8] as const;

const VERDICT_COLORS: Readonly<Record<string, Color>> = { pass: 'green', borderline: 'yellow', fail: 'red' };

/** Baselines in the order in which they are shown: by suite, then target. */
export function sortBaselines<T extends { readonly baseline: Baseline }>(baselines: readonly T[]): readonly T[] {
  const title = suiteTitles(baselines.map(({ baseline }) => baseline));
  return baselines.toSorted(
    ({ baseline: a }, { baseline: b }) => compareNatural(title(a), title(b)) || compareNatural(a.target.name, b.target.name),
  );
}

/** A table, or where none fits, its rows as lines of their own. */
function tableOrLines(columns: (minWidth: number) => readonly Column[], { width, paint }: Drawing): readonly string[] {
  for (const minWidth of MIN_NAMES) {
    const table = layoutTable(columns(minWidth), width, paint);
    if (table) return table;
  }
  const all = columns(0);
  return (all[0]?.cells ?? []).flatMap((_, row) => {
    const [first, ...rest] = all.map(({ cells }) => cells[row] ?? { text: '' });
    const pieces = rest.map(({ text, color }) => ({ text, color: color ?? ('plain' as const) }));
    return [
      truncateText(first?.text ?? '', width),
      ...flowPieces(pieces, { width: width - 2, indent: 0, gap: 2, paint }).map((line) => `  ${line}`),
    ];
  });
}

function column(header: string, cells: readonly Cell[], more: Partial<Column> = {}): Column {
  return { header, align: 'left', cells, ...more };
}

function listColumns(baselines: readonly Baseline[], minWidth: number): readonly Column[] {
  return [
    column('Suite', baselines.map(({ suite }) => ({ text: cleanText(suite) })), { minWidth }),
    column('Target', baselines.map(({ target }) => ({ text: cleanText(target.name) })), { minWidth }),
    column('Cases', baselines.map(({ cases }) => ({ text: formatCount(cases.size) })), { align: 'right', drop: 1 }),
    column('Score', baselines.map((baseline) => ({ text: formatScore(baselineMean(baseline)) })), { align: 'right' }),
    column('Date', baselines.map(({ date }) => ({ text: cleanText(date ?? '–') })), { drop: 2 }),
    column('Model', baselines.map(({ target }) => ({ text: modelText(target), color: 'dim' })), { spare: true, drop: 3 }),
  ];
}

function caseColumns({ cases }: Baseline, minWidth: number, { thresholds }: Drawing): readonly Column[] {
  const sorted = [...cases].toSorted(([a], [b]) => compareNatural(a, b));
  const entries = sorted.map(([, found]) => found);
  const rare = (header: string, field: 'weight' | 'trials' | 'unscored', drop: number): readonly Column[] =>
    entries.some((found) => found[field] !== undefined)
      ? [column(header, entries.map((found) => ({ text: String(found[field] ?? (field === 'unscored' ? 0 : 1)) })), { align: 'right', drop })]
      : [];
  return [
    column('Case', sorted.map(([key]) => ({ text: cleanText(key) })), { minWidth }),
    column('Score', entries.map(({ score }) => ({ text: formatCaseScore(score, thresholds) })), { align: 'right' }),
    column('Verdict', entries.map(({ score, verdict }) => ({ text: verdict ?? (score === null ? 'unscored' : 'open'), color: VERDICT_COLORS[verdict ?? ''] ?? 'yellow' }))),
    ...rare('Weight', 'weight', 1),
    ...rare('Trials', 'trials', 2),
    ...rare('Unscored', 'unscored', 3),
  ];
}

function renderCases(baseline: Baseline, file: string, drawing: Drawing): readonly string[] {
  const { width, paint } = drawing;
  const head = flowPieces(
    [
      { text: `${cleanText(baseline.suite)} on ${cleanText(baseline.target.name)}`, color: 'plain' },
      { text: modelText(baseline.target), color: 'dim' },
      { text: `score ${formatScore(baselineMean(baseline))}`, color: 'plain' },
      { text: cleanText(baseline.date ?? ''), color: 'dim' },
      { text: cleanText(file), color: 'dim' },
    ],
    { width, indent: 2, gap: 2, paint },
  );
  const cases = baseline.cases.size === 0 ? ['no cases'] : tableOrLines((minWidth) => caseColumns(baseline, minWidth, drawing), drawing);
  return [...head, ...cases];
}

export interface ShownBaseline {
  readonly baseline: Baseline;
  /** The file, as it should be shown. */
  readonly file: string;
}

/**
 * Saved baselines for a person, in the order given.
 * @param withCases lists the cases of each instead of one line for it.
 */
export async function renderBaselines(
  baselines: readonly ShownBaseline[],
  withCases: boolean,
  options: RenderBaselineOptions,
): Promise<string> {
  await prepareTextWidth(
    JSON.stringify(baselines.map(({ baseline, file }) => [file, baseline.suite, baseline.target, [...baseline.cases.keys()]])),
  );
  const drawing: Drawing = { width: Math.max(MIN_COLUMNS, options.columns), paint: createPaint(options.color), thresholds: options.thresholds ?? VERDICT_THRESHOLDS };
  const listed = baselines.map(({ baseline }) => baseline);
  const titled = withTitles(listed, suiteTitles(listed));
  if (withCases) return joinSections(titled.map((baseline, index) => renderCases(baseline, baselines[index]?.file ?? '', drawing)));
  return joinSections([tableOrLines((minWidth) => listColumns(titled, minWidth), drawing)]);
}
