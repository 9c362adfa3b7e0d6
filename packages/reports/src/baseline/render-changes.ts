import type { BaselineCase, VerdictThresholds } from '@assay/schema';
import { formatCount } from '../format/format-count.js';
import { formatCaseScore } from '../format/format-score.js';
import { formatScores } from '../comparison/change/format-move.js';
import { caseTitle } from '../text-layout/case-title.js';
import { cleanText } from '../text-layout/clean-text.js';
import type { Piece } from '../text-layout/flow-pieces.js';
import { linesOfChange } from '../text-layout/lines-of-change.js';
import type { Color, Paint } from '../text-layout/paint.js';
import { wrapText } from '../text-layout/wrap-text.js';
import type { BaselineChange } from './results/baseline-change.js';

export interface Drawing {
  /** Columns that a line may have. */
  readonly width: number;
  readonly paint: Paint;
  /** By which the replies of the run pass: no score beside a verdict is shown as a limit that it missed. */
  readonly thresholds: VerdictThresholds;
}

/** A change with the suite and target that it is about. */
export interface PlacedChange extends BaselineChange {
  readonly suite: string;
  /** Undefined where it is clear. */
  readonly target?: string | undefined;
}

/** Changes that are shown; the others are counted. */
const MAX_CHANGES = 20;
/** Cases that a note names; the others are counted. */
const MAX_NAMES = 3;

const UNSCORED = 'unscored';

/** @param score of the case, as it is shown */
function resultText({ score: of, verdict }: BaselineCase, score: string, withVerdict: boolean): string {
  return withVerdict && of !== null && verdict !== null ? `${score} ${verdict}` : score;
}

/** `1.00 pass → 0.50 fail`; a verdict that stays is said once. */
function movement({ before, after }: BaselineChange, thresholds: VerdictThresholds): string {
  const [from, to] = formatScores(before?.score ?? null, after?.score ?? null, UNSCORED, thresholds);
  if (!before || !after) return after ? resultText(after, to, true) : before ? resultText(before, from, true) : '';
  return `${resultText(before, from, before.verdict !== after.verdict)} → ${resultText(after, to, true)}`;
}

function differenceColor(difference: number | null): Color {
  if (difference === null) return 'yellow';
  return difference < 0 ? 'red' : difference > 0 ? 'green' : 'plain';
}

function titleOf({ suite, key }: PlacedChange, width: number): string {
  return caseTitle({ suite, caseId: key, variant: '' }, width);
}

/** `suite › case  1.00 pass → 0.50 fail  file:line:column` after the difference. */
function renderChange(change: PlacedChange, { width, paint, thresholds }: Drawing): readonly string[] {
  const { difference, target, source, worst } = change;
  const pieces = (room: number): readonly Piece[] => [
    { text: titleOf(change, room), color: 'plain' },
    { text: target === undefined ? '' : `on ${cleanText(target)}`, color: 'dim' },
    { text: movement(change, thresholds), color: 'plain' },
    { text: worst === undefined ? '' : `at worst ${formatCaseScore(worst, thresholds)}`, color: 'yellow' },
    { text: cleanText(source ?? ''), color: 'dim' },
  ];
  return linesOfChange({ difference, color: differenceColor(difference), pieces }, { width, paint });
}

/** A titled list of changes, the largest ones when there are many. */
export function renderChanges(
  title: string,
  color: Color,
  changes: readonly PlacedChange[],
  drawing: Drawing,
): readonly string[] {
  if (changes.length === 0) return [];
  const hidden = changes.length - MAX_CHANGES;
  return [
    drawing.paint(color, title),
    ...changes.slice(0, MAX_CHANGES).flatMap((change) => renderChange(change, drawing)),
    ...(hidden > 0 ? wrapText(`… ${formatCount(hidden)} more; --json lists all`, drawing.width).map((line) => drawing.paint('dim', line)) : []),
  ];
}

/** A note about cases, with the names of the first: `! 2 new cases: a, b`. */
export function renderNote(text: string, changes: readonly PlacedChange[], { width, paint }: Drawing): readonly string[] {
  if (changes.length === 0) return [];
  const names = changes
    .slice(0, MAX_NAMES)
    .map((change) => titleOf(change, 60) + (change.target === undefined ? '' : ` on ${cleanText(change.target)}`));
  const more = changes.length > names.length ? `, … ${formatCount(changes.length - names.length)} more` : '';
  return wrapText(`${text}: ${names.join(', ')}${more}`, width - 2).map((line, index) =>
    index === 0 ? `${paint('yellow', '!')} ${line}` : `  ${line}`,
  );
}

/** Sections of lines, parted by an empty line. */
export function joinSections(sections: readonly (readonly string[])[]): string {
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line}\n`).join(''))
    .join('\n');
}
