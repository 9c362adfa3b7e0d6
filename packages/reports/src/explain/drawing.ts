import type { ErrorInfo, ScoreBounds, Verdict, VerdictThresholds } from '@assay/schema';
import { cleanText } from '../text-layout/clean-text.js';
import type { Color, Paint } from '../text-layout/paint.js';
import { textWidth } from '../text-layout/text-width.js';
import { truncateText } from '../text-layout/truncate-text.js';
import { wrapText } from '../text-layout/wrap-text.js';
import { scoreVerdict } from '../statistics/score-verdict.js';
import { formatExact, formatExactScore } from './format-exact.js';

/** What lines are drawn with. */
export interface Drawing {
  readonly width: number;
  readonly paint: Paint;
  readonly thresholds: VerdictThresholds;
  /** Lines that what a judge said may take. Default: one. */
  readonly voteLines?: number | undefined;
}

export interface Mark {
  readonly text: '✓' | '~' | '✗' | '!' | '?';
  readonly color: Color;
}

/** Longer texts are cut before they are looked at; no line shows that much. */
const LONGEST = 4000;
/** A line has room for some text, however deep it is indented. */
const LEAST_ROOM = 10;

/** A text of unknown origin on one line. */
export function oneLine(text: string): string {
  return cleanText(text.slice(0, LONGEST));
}

/** `✓` passed, `~` borderline, `✗` failed, `!` unscored. @param decided The verdict where it is not by the score. */
export function markOf(score: number | null, thresholds: VerdictThresholds, decided?: Verdict): Mark {
  if (score === null) return { text: '!', color: 'yellow' };
  const verdict = decided ?? scoreVerdict(score, thresholds);
  if (verdict === 'pass') return { text: '✓', color: 'green' };
  return verdict === 'borderline' ? { text: '~', color: 'yellow' } : { text: '✗', color: 'red' };
}

/** @param thresholds of the verdict that stands beside it; arithmetic has none. */
export function scoreText(score: number | null, thresholds?: VerdictThresholds): string {
  if (score === null) return 'unscored';
  return thresholds === undefined ? formatExact(score) : formatExactScore(score, thresholds);
}

/** What stands after a name: `0.5  ×3`. Why there is no score is said on a line of its own. */
export function scoreAndWeight(part: { readonly score: number | null; readonly weight: number; readonly error?: ErrorInfo | undefined }, thresholds: VerdictThresholds): string {
  const score = part.score === null && part.error !== undefined ? [] : [scoreText(part.score, thresholds)];
  return [...score, ...(part.weight === 1 ? [] : [`×${formatExact(part.weight)}`])].join('  ');
}

/** `between 0.3 and 0.8`; undefined when nothing is open. */
export function boundsText({ worst, best }: ScoreBounds): string | undefined {
  const [low, high] = [formatExact(worst), formatExact(best)];
  return low === high ? undefined : `between ${low} and ${high}`;
}

function indented(indent: number, { width }: Drawing): { readonly margin: string; readonly room: number } {
  const kept = Math.min(indent, Math.max(0, width - LEAST_ROOM));
  return { margin: ' '.repeat(kept), room: width - kept };
}

/** A label with a text beside it, which goes on under itself. */
export function labelledLines(indent: number, label: string, text: string, drawing: Drawing): readonly string[] {
  const { margin, room } = indented(indent, drawing);
  const beside = room - textWidth(label) >= LEAST_ROOM * 2;
  const lines = wrapText(text, beside ? room - textWidth(label) : room, beside ? 0 : 2);
  const shown = drawing.paint('dim', label);
  if (!beside) return [margin + truncateText(label.trimEnd(), room), ...lines.map((line) => margin + line)];
  return lines.map((line, index) => margin + (index === 0 ? shown : ' '.repeat(textWidth(label))) + line);
}

/** A mark and a text that is cut so that what stands after it fits. */
export function markedLine(indent: number, mark: Mark, text: string, after: string, drawing: Drawing): string {
  const { margin, room } = indented(indent, drawing);
  const end = after === '' ? '' : `  ${after}`;
  const shown = truncateText(text, Math.max(1, room - 2 - textWidth(end)));
  const line = truncateText(shown + end, room - 2);
  return `${margin}${drawing.paint(mark.color, mark.text)} ${line}`;
}

/** A remark of at most `most` lines. */
export function remarkLines(indent: number, text: string, drawing: Drawing, most = 1, color: Color = 'dim'): readonly string[] {
  const { margin, room } = indented(indent, drawing);
  const lines = wrapText(oneLine(text), room);
  const last = lines[most - 1] ?? '';
  const shown = lines.length > most ? [...lines.slice(0, most - 1), truncateText(`${last} ${lines[most] ?? ''}`, room)] : lines;
  return shown.map((line) => margin + drawing.paint(color, line));
}
