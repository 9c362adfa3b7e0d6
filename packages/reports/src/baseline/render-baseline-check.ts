import { formatCount } from '../format/format-count.js';
import { formatDifference } from '../format/format-difference.js';
import { formatScore } from '../format/format-score.js';
import { suiteTitles, withTitles } from '../format/suite-titles.js';
import { cleanText } from '../text-layout/clean-text.js';
import { flowPieces } from '../text-layout/flow-pieces.js';
import { layoutTable, type Cell, type Column } from '../text-layout/layout-table.js';
import { MIN_COLUMNS } from '../text-layout/min-columns.js';
import { createPaint, type Color } from '../text-layout/paint.js';
import { prepareTextWidth } from '../text-layout/text-width.js';
import { truncateText } from '../text-layout/truncate-text.js';
import { wrapText } from '../text-layout/wrap-text.js';
import { changeEnds } from '../comparison/change/change-ends.js';
import type { BaselineCheck, BaselineOutcome, CheckedGroup } from './baseline-check.js';
import { joinSections, renderChanges, renderNote, type Drawing, type PlacedChange } from './render-changes.js';

export interface RenderBaselineOptions {
  /** Columns of the terminal; no line is wider. At least 20 are used. */
  readonly columns: number;
  readonly color: boolean;
}

export interface RenderCheckOptions extends RenderBaselineOptions {
  /** The run's folder, as it should be shown. */
  readonly location: string;
  /** The command that saves these results as the new baseline. */
  readonly saveCommand: string;
}

type Group = CheckedGroup;
type Checked = Pick<BaselineCheck, 'groups' | 'terms'>;
type ListName = 'regressed' | 'improved' | 'undecided' | 'added' | 'missing' | 'unreferenced';

/** Columns that long names keep: first so that they stay readable, and rather than give up the table. */
const MIN_NAMES = [12, 8] as const;
const MAX_REASONS = 10;

const LABELS: Readonly<Record<BaselineOutcome, readonly [label: string, color: Color, exit: string]>> = {
  passed: ['PASSED', 'green', ''],
  failed: ['FAILED', 'red', 'something is worse than its baseline'],
  'no-baseline': ['NO BASELINE', 'yellow', 'there is nothing to hold the run against'],
  undecided: ['UNDECIDED', 'yellow', 'what has no score leaves it open'],
  inconclusive: ['INCONCLUSIVE', 'yellow', 'there was too little to compare'],
};

function countColumn(header: string, groups: readonly Group[], count: (group: Group) => number, color: Color, drop?: number): Column {
  const cells = groups.map((group): Cell => {
    const value = count(group);
    return { text: formatCount(value), color: value === 0 ? 'dim' : color };
  });
  return { header, align: 'right', cells, drop };
}

function scoreText({ change }: CheckedGroup): string {
  return change === null ? '–' : `${formatScore(change.before)} → ${formatScore(change.after)}`;
}

const differenceText = ({ change }: CheckedGroup): string => formatDifference(change?.difference ?? null);

function tableColumns({ groups, terms }: Checked, minWidth: number): readonly Column[] {
  const undecided = groups.some((group) => group.undecided.length > 0);
  return [
    {
      header: 'Suite',
      align: 'left',
      cells: groups.map(({ suite }, index) => ({ text: groups[index - 1]?.suite === suite ? '' : cleanText(suite) })),
      minWidth,
    },
    { header: 'Target', align: 'left', cells: groups.map(({ target }) => ({ text: cleanText(target) })), minWidth },
    countColumn('Cases', groups, ({ compared }) => compared, 'plain', 4),
    countColumn('Worse', groups, ({ regressed }) => regressed.length, 'red'),
    countColumn('Same', groups, ({ same }) => same, 'plain', 2),
    countColumn('Better', groups, ({ improved }) => improved.length, 'green', 1),
    ...(undecided ? [countColumn('Open', groups, (group) => group.undecided.length, 'yellow')] : []),
    { header: 'Score', align: 'left', cells: groups.map((group) => ({ text: scoreText(group) })), drop: 3 },
    { header: 'Change', align: 'right', cells: groups.map((group) => ({ text: differenceText(group), color: group.change?.verdict === 'worse' ? 'red' : 'plain' })) },
    { header: '95 %', align: 'left', cells: groups.map((group) => ({ text: changeEnds(group.change, terms), color: 'dim' })), drop: 1.5 },
  ];
}

/** A group on lines of its own, for terminals that no table fits in. */
function stackGroup(group: Group, terms: Checked['terms'], { width, paint }: Drawing): readonly string[] {
  const { regressed, improved, undecided, same } = group;
  const pieces = [
    { text: scoreText(group), color: 'plain' as const },
    { text: differenceText(group), color: 'plain' as const },
    { text: group.change === null ? '' : changeEnds(group.change, terms), color: 'dim' as const },
    { text: `${formatCount(regressed.length)} worse`, color: regressed.length > 0 ? ('red' as const) : ('dim' as const) },
    { text: `${formatCount(same)} same`, color: 'dim' as const },
    { text: `${formatCount(improved.length)} better`, color: improved.length > 0 ? ('green' as const) : ('dim' as const) },
    { text: undecided.length > 0 ? `${formatCount(undecided.length)} open` : '', color: 'yellow' as const },
  ];
  return [
    truncateText(`${cleanText(group.suite)} on ${cleanText(group.target)}`, width),
    ...flowPieces(pieces, { width: width - 2, indent: 0, gap: 2, paint }).map((line) => `  ${line}`),
  ];
}

function renderTable(check: Checked, drawing: Drawing): readonly string[] {
  const { groups, terms } = check;
  if (groups.length === 0) return [];
  for (const minName of MIN_NAMES) {
    const table = layoutTable(tableColumns(check, minName), drawing.width, drawing.paint);
    if (table) return table;
  }
  return groups.flatMap((group) => stackGroup(group, terms, drawing));
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
  const { location, saveCommand, columns, color } = options;
  await prepareTextWidth(JSON.stringify([check, location]));
  const drawing: Drawing = { width: Math.max(MIN_COLUMNS, columns), paint: createPaint(color) };
  return joinSections([
    wrapText(`Run ${cleanText(location)}`, drawing.width),
    renderTable(check, drawing),
    ...renderLists(check, drawing),
    renderOutcome(check, saveCommand, drawing),
  ]);
}
