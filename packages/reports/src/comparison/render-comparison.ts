import type { Comparison } from '@assay/schema';
import { formatChance } from './change/describe-change.js';
import { decideComparison, incompleteReason } from './decide-comparison.js';
import { renderMeasures } from './change/render-measures.js';
import type { CaseList, ComparedCase, ComparedRun, RunComparison } from './comparison.js';
import { formatCount } from '../format/format-count.js';
import { formatScore } from '../format/format-score.js';
import { formatMove } from './change/format-move.js';
import { suiteTitles, withTitles } from '../format/suite-titles.js';
import { caseTitle } from '../text-layout/case-title.js';
import { cleanText } from '../text-layout/clean-text.js';
import { flowPieces, type Piece } from '../text-layout/flow-pieces.js';
import { linesOfChange } from '../text-layout/lines-of-change.js';
import { MIN_COLUMNS } from '../text-layout/min-columns.js';
import { createPaint, type Color, type Paint } from '../text-layout/paint.js';
import { differenceColor, hasSeveralPairs, renderComparisonGroups } from './render-comparison-groups.js';
import { renderLegend } from '../text-layout/render-legend.js';
import { prepareTextWidth } from '../text-layout/text-width.js';
import { wrapText } from '../text-layout/wrap-text.js';

export interface RenderComparisonOptions {
  /** Columns of the terminal; no line is wider. At least 20 are used. */
  readonly columns: number;
  readonly color: boolean;
}

interface Drawing {
  readonly width: number;
  readonly paint: Paint;
}

/** Cases that a note names; the others are counted. */
const MAX_NAMES = 3;

function renderRun(side: 'A' | 'B', { location, unfinished, shard, targets, prompt }: ComparedRun, { width, paint }: Drawing): readonly string[] {
  const names = [...new Set(targets)].map(cleanText).join(', ');
  const marks = [...(shard ? [`shard ${shard.index}/${shard.count}`] : []), ...(unfinished ? ['unfinished'] : [])];
  const flow = { width: width - 3, indent: 0, gap: 2, paint };
  return flowPieces(
    [
      { text: `${cleanText(location)}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`, color: 'plain' },
      { text: names === '' ? '' : `on ${names}`, color: 'dim' },
      { text: prompt === undefined ? '' : `with the prompt "${cleanText(prompt)}"`, color: 'plain' },
    ],
    flow,
  ).map((line, index) => `${index === 0 ? paint('dim', side) : ' '}  ${line}`);
}

/** Which targets are held against each other: `on a`, or `a → b`. */
function targetsText({ targetA, targetB }: Pick<ComparedCase, 'targetA' | 'targetB'>): string {
  return cleanText(targetA === targetB ? `on ${targetA}` : `${targetA} → ${targetB}`);
}

function renderChange(found: ComparedCase, several: boolean, drawing: Drawing): readonly string[] {
  const { difference } = found;
  const pieces = (room: number): readonly Piece[] => [
    { text: caseTitle(found, room), color: 'plain' },
    { text: several ? targetsText(found) : '', color: 'dim' },
    { text: formatMove(found.scoreA, found.scoreB), color: 'plain' },
    { text: found.p < 1 ? formatChance(found.p) : '', color: 'dim' },
    { text: cleanText(found.source), color: 'dim' },
  ];
  return linesOfChange({ difference, color: differenceColor(difference), pieces }, drawing);
}

function renderChanges(
  title: string,
  color: Color,
  cases: readonly ComparedCase[],
  count: number,
  several: boolean,
  drawing: Drawing,
): readonly string[] {
  if (cases.length === 0) return [];
  const hidden = count - cases.length;
  return [
    drawing.paint(color, title),
    ...cases.flatMap((found) => renderChange(found, several, drawing)),
    ...(hidden > 0 ? [drawing.paint('dim', `… ${formatCount(hidden)} more`)] : []),
  ];
}

const MOST_REASONS = 10;

/** The reasons that are shown beside the counts of cases, which a comparison without an outcome has as its first. */
function shownReasons({ outcome, reasons }: Pick<Comparison, 'outcome' | 'reasons'>): readonly string[] {
  return (outcome === 'compared' ? reasons.slice(1) : reasons).slice(0, MOST_REASONS);
}

/** A note of cases that have no part in the numbers, with the names of the first. */
function renderNote(text: string, { count, cases }: CaseList, several: boolean, { width, paint }: Drawing): readonly string[] {
  if (count === 0) return [];
  const names = cases.slice(0, MAX_NAMES).map((found) => caseTitle(found, 60) + (several ? ` on ${cleanText(found.target)}` : ''));
  const more = count > names.length ? `, … ${formatCount(count - names.length)} more` : '';
  return wrapText(`${formatCount(count, 'case')} ${text}: ${names.join(', ')}${more}`, width - 4).map((line, index) =>
    index === 0 ? `  ${paint('yellow', '!')} ${line}` : `    ${line}`,
  );
}

function renderNotes(comparison: RunComparison, several: boolean, drawing: Drawing): readonly string[] {
  const { total, notes: known } = comparison;
  const { onlyInA, onlyInB, unscored } = total;
  const { width, paint } = drawing;
  const where = [
    ...(unscored.inA > 0 ? [`${formatCount(unscored.inA)} in A`] : []),
    ...(unscored.inB > 0 ? [`${formatCount(unscored.inB)} in B`] : []),
  ].join(', ');
  const notes = [
    ...renderNote('only in A', onlyInA, several, drawing),
    ...renderNote('only in B', onlyInB, several, drawing),
    ...renderNote(`without a score (${where})`, unscored, several, drawing),
  ];
  const lost = incompleteReason(comparison);
  // Among the reasons of an outcome it is said there.
  const isToldBelow = lost !== undefined && shownReasons(decideComparison(comparison)).includes(lost);
  return [
    ...(notes.length > 0 ? ['Not compared', ...notes] : []),
    ...[...(lost === undefined || isToldBelow ? [] : [lost]), ...known.map(cleanText)].flatMap((note) => wrapText(note, width - 2).map((line, index) => `${index === 0 ? paint('yellow', '!') : ' '} ${line}`)),
  ];
}

const LABELS: Readonly<Record<Comparison['outcome'], readonly [label: string, color: Color]>> = {
  compared: ['', 'plain'],
  passed: ['NOT WORSE', 'green'],
  failed: ['WORSE', 'red'],
  undecided: ['UNDECIDED', 'yellow'],
  'no-baseline': ['NO BASELINE', 'yellow'],
  inconclusive: ['INCONCLUSIVE', 'yellow'],
};

/** What the comparison says, in words. */
function renderOutcome(comparison: RunComparison, { width, paint }: Drawing): readonly string[] {
  const { total, tie } = comparison;
  const decision = decideComparison(comparison);
  const { outcome, exitCode, reasons } = decision;
  const [label, color] = LABELS[outcome];
  if (total.compared === 0) return flowPieces([{ text: label, color }, { text: reasons.join('; '), color: 'plain' }], { width, indent: 2, gap: 2, paint });
  const equal = `equal in ${formatCount(total.ties)}${tie > 0 ? ` (within ${formatScore(tie)})` : ''}`;
  const counts = `B is better in ${formatCount(total.wins, 'case')}, worse in ${formatCount(total.losses)}, ${equal}.`;
  const told = shownReasons(decision);
  const hidden = reasons.length - told.length - (outcome === 'compared' ? 1 : 0);
  const shown = [...told.map(cleanText), ...(hidden > 0 ? [`… ${formatCount(hidden, 'more suite')}`] : [])];
  return [
    ...wrapText(counts, width),
    ...(total.change === null ? wrapText('There is no mean difference: every case has the weight 0.', width) : []),
    ...(label === '' ? [] : [paint(color, label)]),
    ...shown.flatMap((line) => wrapText(label === '' ? line : `  ${line}`, width, 2)),
    ...(exitCode === 0 ? [] : [`Exit ${exitCode}`]),
  ];
}

/** The comparison with suites under the names that they are shown by. */
function titled(comparison: RunComparison): RunComparison {
  const { groups, total, variants } = comparison;
  const title = suiteTitles(groups);
  const list = <T extends CaseList>(cases: T): T => ({ ...cases, cases: withTitles(cases.cases, title) });
  return {
    ...comparison,
    groups: withTitles(groups, title),
    variants: variants && withTitles(variants, title),
    total: {
      ...total,
      regressions: withTitles(total.regressions, title),
      improvements: withTitles(total.improvements, title),
      onlyInA: list(total.onlyInA),
      onlyInB: list(total.onlyInB),
      unscored: list(total.unscored),
    },
  };
}

function compose(comparison: RunComparison, drawing: Drawing): string {
  const { a, b, total, groups } = comparison;
  const several = hasSeveralPairs(groups);
  const sections = [
    [...renderRun('A', a, drawing), ...renderRun('B', b, drawing)],
    renderComparisonGroups(comparison, drawing.width, drawing.paint),
    renderLegend(comparison.variants, drawing.width, drawing.paint),
    renderChanges('Worse in B', 'red', total.regressions, total.losses, several, drawing),
    renderChanges('Better in B', 'green', total.improvements, total.wins, several, drawing),
    renderMeasures(total.measures, drawing.width),
    renderNotes(comparison, several, drawing),
    renderOutcome(comparison, drawing),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line}\n`).join(''))
    .join('\n');
}

/**
 * A comparison for a person: numbers of every suite, the largest regressions and improvements,
 * what could not be compared, and what it comes to. Sections are parted by an empty line.
 */
export async function renderComparison(comparison: RunComparison, options: RenderComparisonOptions): Promise<string> {
  await prepareTextWidth(JSON.stringify(comparison));
  return compose(titled(comparison), { width: Math.max(MIN_COLUMNS, options.columns), paint: createPaint(options.color) });
}
