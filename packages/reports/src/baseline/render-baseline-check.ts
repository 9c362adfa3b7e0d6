import type { VerdictThresholds } from '@assay/schema';
import { formatCount } from '../format/format-count.js';
import { suiteTitles, withTitles } from '../format/suite-titles.js';
import { VERDICT_THRESHOLDS } from '../statistics/score-verdict.js';
import { sliceName } from '../statistics/slices/slice-columns.js';
import { cleanText } from '../text-layout/clean-text.js';
import { MIN_COLUMNS } from '../text-layout/min-columns.js';
import { createPaint, type Color } from '../text-layout/paint.js';
import { prepareTextWidth } from '../text-layout/text-width.js';
import { wrapText } from '../text-layout/wrap-text.js';
import type { BaselineCheck, BaselineOutcome, CheckedGroup } from './baseline-check.js';
import type { CheckedSlices } from './baseline-slices.js';
import { renderCheckTable, type CheckRow } from './render-check-table.js';
import { joinSections, renderChanges, renderNote, type Drawing, type PlacedChange } from './render-changes.js';

export interface RenderBaselineOptions {
  /** Columns of the terminal; no line is wider. At least 20 are used. */
  readonly columns: number;
  readonly color: boolean;
  /** By which the replies pass. @defaultValue the usual ones */
  readonly thresholds?: VerdictThresholds | undefined;
}

export interface RenderCheckOptions extends RenderBaselineOptions {
  /** The run's folder, as it should be shown. */
  readonly location: string;
  /** The command that saves these results as the new baseline. */
  readonly saveCommand: string;
  /** What the check comes to by the keys that were asked for, below all else. @defaultValue none */
  readonly slices?: readonly CheckedSlices[] | undefined;
}

type ListName = 'regressed' | 'improved' | 'undecided' | 'added' | 'missing' | 'unreferenced';

const MAX_REASONS = 10;

const LABELS: Readonly<Record<BaselineOutcome, readonly [label: string, color: Color, exit: string]>> = {
  passed: ['PASSED', 'green', ''],
  failed: ['FAILED', 'red', 'something is worse than its baseline'],
  'no-baseline': ['NO BASELINE', 'yellow', 'there is nothing to hold the run against'],
  undecided: ['UNDECIDED', 'yellow', 'what has no score leaves it open'],
  inconclusive: ['INCONCLUSIVE', 'yellow', 'there was too little to compare'],
};

function rowOf({ suite, target, compared, regressed, same, improved, undecided, change }: CheckedGroup): CheckRow {
  return { names: [cleanText(suite), cleanText(target)], compared, worse: regressed.length, same, better: improved.length, open: undecided.length, change };
}

function renderLists({ groups, filtered }: BaselineCheck, drawing: Drawing): readonly (readonly string[])[] {
  const several = new Set(groups.map(({ target }) => target)).size > 1;
  const all = (list: ListName): readonly PlacedChange[] =>
    groups.flatMap((group) =>
      group[list].map((change) => ({ ...change, suite: group.suite, target: several ? group.target : undefined })),
    );
  const [added, missing, unreferenced] = [all('added'), all('missing'), all('unreferenced')];
  return [
    renderChanges('Worse', 'red', all('regressed'), drawing),
    renderChanges('Open', 'yellow', all('undecided'), drawing),
    renderChanges('Better', 'green', all('improved'), drawing),
    [
      ...renderNote(`${formatCount(added.length, 'new case')}, not in the baseline`, added, drawing),
      ...renderNote(
        `${formatCount(missing.length, 'case')} of the baseline ${missing.length === 1 ? 'is' : 'are'} not in this run`,
        filtered ? [] : missing,
        drawing,
      ),
      ...renderNote(`${formatCount(unreferenced.length, 'case')} without a score in the baseline`, unreferenced, drawing),
      ...(groups.some(({ earlier }) => earlier)
        ? wrapText(`! ${formatCount(groups.filter(({ earlier }) => earlier).length, 'baseline')} of an earlier version: how much their replies vary is not known. Save them again to keep each reply's score.`, drawing.width, 2)
        : []),
      ...(filtered && missing.length > 0
        ? wrapText(`The run was of chosen cases: ${formatCount(missing.length, 'case')} of the baseline ${missing.length === 1 ? 'has' : 'have'} no part in it.`, drawing.width)
        : []),
    ],
  ];
}

function renderOutcome({ outcome, reasons, exitCode }: BaselineCheck, saveCommand: string, { width, paint }: Drawing): readonly string[] {
  const [label, color, meaning] = LABELS[outcome];
  const hidden = reasons.length - MAX_REASONS;
  const shown = [
    ...reasons.slice(0, MAX_REASONS).map(cleanText),
    ...(hidden > 0 ? [`… ${formatCount(hidden, 'more reason')}`] : []),
  ].flatMap((reason) => wrapText(reason, width - 2, 2));
  const hints: Partial<Record<BaselineOutcome, string>> = {
    failed: `To accept these results: ${saveCommand}`,
    'no-baseline': `To save these results as the baseline: ${saveCommand}`,
  };
  const hint = hints[outcome];
  return [
    paint(color, label),
    ...shown.map((line) => `  ${line}`),
    ...(hint === undefined ? [] : wrapText(hint, width, 2)),
    ...(meaning === '' ? [] : wrapText(`Exit ${exitCode}: ${meaning}`, width, 2)),
  ];
}

/**
 * A check for a person: numbers of every suite on every target, what is worse, open and better,
 * what has no counterpart, and the outcome with its reasons.
 */
export async function renderBaselineCheck(given: BaselineCheck, options: RenderCheckOptions): Promise<string> {
  const check = { ...given, groups: withTitles(given.groups, suiteTitles([...given.groups, ...given.unknown])) };
  const { location, saveCommand, slices = [], columns, color, thresholds = VERDICT_THRESHOLDS } = options;
  await prepareTextWidth(JSON.stringify([check, location, slices]));
  const drawing: Drawing = { width: Math.max(MIN_COLUMNS, columns), paint: createPaint(color), thresholds };
  return joinSections([
    wrapText(`Run ${cleanText(location)}`, drawing.width),
    renderCheckTable({ headers: ['Suite', 'Target'], rows: check.groups.map(rowOf), terms: check.terms }, drawing),
    ...renderLists(check, drawing),
    renderOutcome(check, saveCommand, drawing),
    ...slices.map((each) => renderCheckTable({ headers: [`By ${cleanText(each.by)}`], rows: each.slices.map((slice) => ({ ...slice, names: [sliceName(slice)] })), terms: check.terms }, drawing)),
  ]);
}
