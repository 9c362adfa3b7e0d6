import { messageText, type Message, type ResultRow, type ToolCall, type VerdictThresholds } from '@assay/schema';
import { formatCost } from '../format/format-cost.js';
import { formatCount } from '../format/format-count.js';
import { formatDuration } from '../format/format-duration.js';
import { targetTitle } from '../format/target-title.js';
import { explainRow } from '../statistics/problems/explain-row.js';
import { VERDICT_THRESHOLDS } from '../statistics/score-verdict.js';
import { caseTitle } from '../text-layout/case-title.js';
import { cleanText } from '../text-layout/clean-text.js';
import { createPaint } from '../text-layout/paint.js';
import { truncateText } from '../text-layout/truncate-text.js';
import { wrapText } from '../text-layout/wrap-text.js';
import { oneLine, remarkLines, scoreText, type Drawing } from './drawing.js';
import { renderEvaluator } from './render-evaluator.js';
import { rowMark } from './row-mark.js';

export interface RenderCaseOptions {
  /** Columns of the terminal; no line is wider. At least 20 are used. */
  readonly columns: number;
  readonly color: boolean;
  /** Verdict thresholds of the run, for the marks. @defaultValue 0.8 and 0.6 */
  readonly thresholds?: VerdictThresholds | undefined;
}

const MIN_COLUMNS = 20;
const INDENT = 2;
/** Characters of a text, and lines of it, that are shown: all of most, and no flood. */
const MOST_CHARACTERS = 100_000;
const MOST_LINES = 1000;
/** Lines of what a judge said. */
const MOST_VOTE_LINES = 20;

/** A text as it was, line by line, under a heading. */
function block(heading: string, text: string, { width, paint }: Drawing): readonly string[] {
  const kept = text.slice(0, MOST_CHARACTERS);
  const lines = kept.split(/\r\n|[\n\r\u2028\u2029]/u).flatMap((line) => {
    const clean = cleanText(line.replaceAll('\t', '    '));
    const margin = /^ */u.exec(line.replaceAll('\t', '    '))?.[0].slice(0, Math.floor(width / 3)) ?? '';
    const wrapped = wrapText(clean, width - 2 * INDENT - margin.length);
    return wrapped.length === 0 ? [''] : wrapped.map((part) => margin + part);
  });
  while (lines.at(-1) === '') lines.pop();
  const shown = lines.slice(0, MOST_LINES);
  const hidden = text.length - kept.length + lines.slice(MOST_LINES).reduce((sum, line) => sum + line.length, 0);
  const more = hidden > 0 ? [' '.repeat(2 * INDENT) + paint('dim', truncateText(`… ${formatCount(hidden)} more characters: assay show --json`, width - 2 * INDENT))] : [];
  return [`${' '.repeat(INDENT)}${paint('dim', heading)}`, ...shown.map((line) => (line === '' ? '' : ' '.repeat(2 * INDENT) + line)), ...more];
}

function callText({ tool, input, output }: ToolCall): string {
  const shown = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));
  return `${tool}(${shown(input)})${output === undefined ? '' : ` → ${shown(output)}`}`;
}

function messageLines({ role, content, toolCalls = [] }: Message, drawing: Drawing): readonly string[] {
  const text = messageText(content);
  return [...(text === '' ? [] : block(role, text, drawing)), ...toolCalls.flatMap((call) => block('tool call', callText(call), drawing))];
}

/** What was said: a conversation with turns that were generated in the middle as it went, else the input and the reply. */
function conversation({ input, transcript, output }: ResultRow, drawing: Drawing): readonly string[] {
  const asked = transcript ? [] : input;
  const calls = transcript ? [] : (output?.toolCalls ?? []);
  return [
    ...(transcript ?? asked).flatMap((message) => messageLines(message, drawing)),
    ...calls.flatMap((call) => block('tool call', callText(call), drawing)),
    ...(transcript ? [] : output === null ? [`${' '.repeat(INDENT)}${drawing.paint('yellow', 'no reply')}`] : block('reply', output.text === '' ? '(empty)' : output.text, drawing)),
  ];
}

function header(row: ResultRow, drawing: Drawing): readonly string[] {
  const { width, paint } = drawing;
  const mark = rowMark(row, drawing.thresholds);
  const result = [scoreText(row.score), ...(row.score === null ? [] : [row.verdict ?? 'open'])].join('  ');
  return [
    `${paint(mark.color, mark.text)} ${caseTitle({ ...row, variant: '' }, width - 2)}`,
    `  ${paint(mark.color, truncateText(result, width - 2))}`,
    `  ${paint('dim', truncateText(`on ${oneLine(targetTitle(row.target, row.variant.label))}  ${oneLine(row.source)}`, width - 2))}`,
  ];
}

/** Why it did not pass, most important first. */
function reasons(row: ResultRow, drawing: Drawing): readonly string[] {
  if (row.verdict === 'pass') return [];
  return explainRow(row, drawing.thresholds).flatMap((reason) => remarkLines(INDENT, reason, drawing, 4, 'yellow'));
}

function figures({ latencyMs, usage, costUsd, judgeCostUsd, cached, warnings }: ResultRow, drawing: Drawing): readonly string[] {
  const cost = costUsd === undefined && judgeCostUsd === undefined ? [] : [formatCost((costUsd ?? 0) + (judgeCostUsd ?? 0))];
  const tokens = usage ? [formatCount(usage.inputTokens + usage.outputTokens, 'token')] : [];
  const parts = [...(latencyMs === null ? [] : [formatDuration(latencyMs)]), ...tokens, ...cost, ...(cached ? ['kept reply'] : [])];
  return [...(parts.length > 0 ? remarkLines(INDENT, parts.join(', '), drawing) : []), ...warnings.flatMap((warning) => remarkLines(INDENT, `warning: ${warning}`, drawing, 3, 'yellow'))];
}

/**
 * A row as a person reads it: what came out and why, what was said, what was expected, and what every evaluator and judge found.
 * Texts stand line by line as they were, without what could move the cursor. Ends in a line break.
 */
export function renderCase(row: ResultRow, options: RenderCaseOptions): string {
  const drawing: Drawing = {
    width: Math.max(MIN_COLUMNS, Number.isFinite(options.columns) ? options.columns : 1_000_000),
    paint: createPaint(options.color),
    thresholds: options.thresholds ?? VERDICT_THRESHOLDS,
    voteLines: MOST_VOTE_LINES,
  };
  return [
    ...header(row, drawing),
    ...reasons(row, drawing),
    ...conversation(row, drawing),
    ...(row.expectedOutcome === undefined ? [] : block('expected', row.expectedOutcome, drawing)),
    ...(row.reference === undefined ? [] : block('right answer', row.reference, drawing)),
    ...(row.evaluators.length > 0 ? [`${' '.repeat(INDENT)}${drawing.paint('dim', 'scored by')}`] : []),
    ...row.evaluators.flatMap((result) => renderEvaluator(result, 2 * INDENT, drawing)),
    ...figures(row, drawing),
  ]
    .map((line) => `${line}\n`)
    .join('');
}
