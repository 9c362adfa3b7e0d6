import { formatCount } from '../../../format/format-count.js';
import { formatDuration } from '../../../format/format-duration.js';
import { cleanText } from '../../../text-layout/clean-text.js';
import type { Color, Paint } from '../../../text-layout/paint.js';
import { budgetText } from '../budget-text.js';
import { holdUpText } from './hold-up-text.js';
import type { ProgressState } from './progress-tracker.js';
import { textWidth } from '../../../text-layout/text-width.js';
import { truncateText } from '../../../text-layout/truncate-text.js';

const MAX_BAR = 20;
const MIN_BAR = 8;

/** Trials that take shorter than this are not worth a line that is gone at once. */
const SLOW_MS = 1000;
const MAX_RUNNING = 3;

interface Segment {
  readonly text: string;
  readonly color: Color;
  /** The highest goes first when the line is too long; 0 stays. */
  readonly drop: number;
}

/** Whole seconds: tenths would only flicker. */
function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1000);
}

/** What is spent of the run's own budget; of its time the time tells. */
function spentText({ budgets }: ProgressState): string {
  const ofRun = budgets.find(({ suite }) => suite === undefined);
  return ofRun ? budgetText({ ...ofRun, maxTimeMs: undefined }) : '';
}

function segments(state: ProgressState, now: number): readonly Segment[] {
  const { total, done, passed, borderline, failed, open, unscored, throughput } = state;
  const eta = total === undefined ? undefined : throughput.remainingMs(total - done);
  const rate = throughput.rate();
  const all: readonly Segment[] = [
    {
      text: total === undefined ? '' : `${Math.floor((done / Math.max(total, 1)) * 100)} %`.padStart(5),
      color: 'plain',
      drop: 3,
    },
    {
      text: total === undefined ? `${formatCount(done)} done` : `${formatCount(done)}/${formatCount(total)}`,
      color: 'plain',
      drop: 0,
    },
    { text: `✓ ${formatCount(passed)}`, color: passed > 0 ? 'green' : 'dim', drop: 1 },
    { text: borderline > 0 ? `~ ${formatCount(borderline)}` : '', color: 'yellow', drop: 2 },
    { text: failed > 0 ? `✗ ${formatCount(failed)}` : '', color: 'red', drop: 1 },
    { text: open > 0 ? `? ${formatCount(open)}` : '', color: 'yellow', drop: 1 },
    { text: unscored > 0 ? `! ${formatCount(unscored)}` : '', color: 'yellow', drop: 1 },
    { text: spentText(state), color: 'dim', drop: 2 },
    { text: formatElapsed(now - state.start), color: 'dim', drop: 4 },
    { text: eta === undefined || done === total ? '' : `ETA ${formatElapsed(eta + 999)}`, color: 'dim', drop: 2 },
    { text: total === undefined && rate !== undefined ? `${rate.toFixed(1)}/s` : '', color: 'dim', drop: 5 },
  ];
  return all.filter(({ text }) => text !== '');
}

function lineWidth(parts: readonly Segment[]): number {
  return parts.reduce((sum, { text }) => sum + textWidth(text) + 2, -2);
}

function fit(parts: readonly Segment[], width: number): readonly Segment[] {
  let kept = parts;
  while (lineWidth(kept) > width) {
    const drop = Math.max(...kept.map((part) => part.drop));
    if (drop === 0) break;
    const index = kept.findLastIndex((part) => part.drop === drop);
    kept = kept.filter((_, at) => at !== index);
  }
  return kept;
}

function bar(share: number, width: number, paint: Paint): string {
  const full = Math.min(width, Math.round(share * width));
  return paint('green', '█'.repeat(full)) + paint('dim', '░'.repeat(width - full));
}

function runningLines(state: ProgressState, now: number, width: number, paint: Paint): readonly string[] {
  const slow: string[] = [];
  for (const { label, since } of state.running.values()) {
    if (slow.length === MAX_RUNNING || now - since < SLOW_MS) break;
    const time = formatElapsed(now - since);
    slow.push(`  ${truncateText(cleanText(label()), width - 4 - textWidth(time))}  ${time}`);
  }
  const others = state.running.size - slow.length;
  if (slow.length === MAX_RUNNING && others > 0)
    slow.push(truncateText(`  … ${formatCount(others)} more running`, width));
  return slow.map((line) => paint('dim', line));
}

/** A line of its own, so that it is seen on narrow terminals too. */
function heldUpLine({ holdUps }: ProgressState, width: number, paint: Paint): readonly string[] {
  const text = holdUpText(holdUps);
  return text === '' ? [] : [paint('yellow', truncateText(`  ${text}`, width))];
}

/**
 * The live lines of a run: a bar, counts and times, what holds it up, and the trials that take longest. A run of
 * unknown length has a rate instead of a bar. No line is wider than `columns` − 1.
 */
export function renderProgress(state: ProgressState, now: number, columns: number, paint: Paint): readonly string[] {
  const width = Math.max(10, columns - 1);
  const parts = fit(segments(state, now), width);
  const text = parts.map((part) => paint(part.color, part.text)).join('  ');
  const room = Math.min(MAX_BAR, width - lineWidth(parts) - 1);
  const { total, done } = state;
  const hasBar = total !== undefined && room >= MIN_BAR;
  const head = lineWidth(parts) > width ? truncateText(parts.map((part) => part.text).join('  '), width) : text;
  return [
    hasBar ? `${bar(done / Math.max(total, 1), room, paint)} ${head}` : head.trimStart(),
    ...heldUpLine(state, width, paint),
    ...runningLines(state, now, width, paint),
  ];
}

/** The same as one plain line for logs, in words. */
export function renderProgressLine(state: ProgressState, now: number): string {
  const { total, done, borderline, failed, open, unscored, throughput } = state;
  const eta = total === undefined ? undefined : throughput.remainingMs(total - done);
  return [
    total === undefined ? `${formatCount(done)} done` : `${formatCount(done)}/${formatCount(total)}`,
    ...(total === undefined ? [] : [`(${Math.floor((done / Math.max(total, 1)) * 100)} %)`]),
    `${formatElapsed(now - state.start)}:`,
    [
      `${formatCount(state.passed)} passed`,
      ...(borderline > 0 ? [`${formatCount(borderline)} borderline`] : []),
      `${formatCount(failed)} failed`,
      ...(open > 0 ? [`${formatCount(open)} open`] : []),
      ...(unscored > 0 ? [`${formatCount(unscored)} unscored`] : []),
      ...(eta === undefined || done === total ? [] : [`about ${formatElapsed(eta + 999)} left`]),
      ...(spentText(state) === '' ? [] : [spentText(state)]),
      ...(state.holdUps.length === 0 ? [] : [holdUpText(state.holdUps)]),
    ].join(', '),
  ].join(' ');
}
