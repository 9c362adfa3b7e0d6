import { addCost, type RecheckedCase, type ResultRow, type VerdictThresholds } from '@assay/schema';
import { formatCost, formatKnownCost } from '../format/format-cost.js';
import { formatCount } from '../format/format-count.js';
import { formatDuration } from '../format/format-duration.js';
import { targetTitle } from '../format/target-title.js';
import { recheckCounts } from '../rechecks/rechecks-lines.js';
import { explainRow } from '../statistics/problems/explain-row.js';
import { VERDICT_THRESHOLDS } from '../statistics/score-verdict.js';
import { caseTitle } from '../text-layout/case-title.js';
import { createPaint } from '../text-layout/paint.js';
import { truncateText } from '../text-layout/truncate-text.js';
import { block, conversation, INDENT } from './conversation.js';
import { oneLine, remarkLines, scoreText, type Drawing } from './drawing.js';
import { renderEvaluator } from './render-evaluator.js';
import { rowMark } from './row-mark.js';

export interface RenderCaseOptions {
  /** Columns of the terminal; no line is wider. At least 20 are used. */
  readonly columns: number;
  readonly color: boolean;
  /** Verdict thresholds of the run, for the marks. @defaultValue 0.8 and 0.6 */
  readonly thresholds?: VerdictThresholds | undefined;
  /** What its case came to that was asked again. */
  readonly rechecked?: RecheckedCase | undefined;
}

const MIN_COLUMNS = 20;
/** Lines of what a judge said. */
const MOST_VOTE_LINES = 20;

function header(row: ResultRow, drawing: Drawing): readonly string[] {
  const { width, paint } = drawing;
  const mark = rowMark(row, drawing.thresholds);
  const result = [scoreText(row.score, drawing.thresholds), ...(row.score === null ? [] : [row.verdict ?? 'open'])].join('  ');
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

function figures({ latencyMs, usage, costUsd, costIncomplete, judgeCostUsd, judgeCostIncomplete, cached, saved, warnings }: ResultRow, drawing: Drawing): readonly string[] {
  const kept = addCost(saved?.costUsd, saved?.judgeCostUsd);
  const known = addCost(costUsd, judgeCostUsd);
  const incomplete = costIncomplete === true || judgeCostIncomplete === true;
  const cost = incomplete && !known ? ['cost unknown'] : known === undefined ? [] : [formatKnownCost(known, incomplete)];
  const tokens = usage ? [formatCount(usage.inputTokens + usage.outputTokens, 'token')] : [];
  const parts = [...(latencyMs === null ? [] : [formatDuration(latencyMs)]), ...tokens, ...cost, ...(kept ? [`${formatCost(kept)} of it saved`] : []), ...(cached ? ['kept reply'] : [])];
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
    ...(options.rechecked ? remarkLines(INDENT, recheckCounts(options.rechecked), drawing, 2) : []),
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
