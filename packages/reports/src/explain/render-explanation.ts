import type { ResultRow, VerdictThresholds } from '@assay/schema';
import { targetTitle } from '../format/target-title.js';
import { caseTitle } from '../text-layout/case-title.js';
import { flowPieces } from '../text-layout/flow-pieces.js';
import { createPaint } from '../text-layout/paint.js';
import { truncateText } from '../text-layout/truncate-text.js';
import { VERDICT_THRESHOLDS } from '../statistics/score-verdict.js';
import { boundsText, labelledLines, oneLine, remarkLines, scoreText, type Drawing } from './drawing.js';
import { meanText } from './mean-formula.js';
import { renderEvaluator } from './render-evaluator.js';
import { rowMark } from './row-mark.js';

export interface RenderExplanationOptions {
  /** Columns of the terminal; no line is wider. At least 20 are used. */
  readonly columns: number;
  readonly color: boolean;
  /** Verdict thresholds of the run, for the marks. @defaultValue 0.8 and 0.6 */
  readonly thresholds?: VerdictThresholds | undefined;
}

const MIN_COLUMNS = 20;
const INDENT = 2;
const REASON_LINES = 3;

function renderHeader(row: ResultRow, drawing: Drawing): readonly string[] {
  const { width, paint } = drawing;
  const mark = rowMark(row, drawing.thresholds);
  const head = flowPieces(
    [
      { text: caseTitle({ ...row, variant: '' }, width - 2), color: 'plain' },
      { text: truncateText(`on ${oneLine(targetTitle(row.target, row.variant.label))}`, width - 4), color: 'dim' },
      { text: [scoreText(row.score, drawing.thresholds), ...(row.score === null ? [] : [row.verdict ?? 'open'])].join('  '), color: mark.color },
    ],
    { width: width - 2, indent: INDENT, gap: 2, paint },
  );
  return head.map((line, index) => (index === 0 ? `${paint(mark.color, mark.text)} ${line}` : `  ${line}`));
}

function renderMean({ evaluators, score, scoreBounds }: ResultRow, drawing: Drawing): readonly string[] {
  if (evaluators.length < 2) return [];
  const bounds = score === null ? undefined : boundsText(scoreBounds);
  const text = meanText(evaluators, score);
  return labelledLines(INDENT, 'score  ', bounds === undefined ? text : `${text}, ${bounds}`, drawing);
}

/** The system prompt of a variant, which its mark only numbers. */
function renderSystem({ variant }: ResultRow, drawing: Drawing): readonly string[] {
  return variant.label === '' || variant.system === undefined ? [] : remarkLines(INDENT, `system prompt: ${variant.system}`, drawing);
}

/** Why there is no score, unless an evaluator says it. */
function renderError({ error, evaluators }: ResultRow, drawing: Drawing): readonly string[] {
  const isTold = evaluators.some((result) => result.error !== undefined);
  return error === undefined || isTold ? [] : remarkLines(INDENT, error.message, drawing, REASON_LINES, 'yellow');
}

/**
 * How the score of a row came about: every evaluator with its weight and what it found, rubrics of
 * points as arithmetic, and the mean of several evaluators. Scores are rounded only here, to four
 * significant digits. Ends in a line break; rows of any origin are drawn as far as they go.
 */
export function renderExplanation(row: ResultRow, options: RenderExplanationOptions): string {
  const drawing: Drawing = {
    width: Math.max(MIN_COLUMNS, options.columns),
    paint: createPaint(options.color),
    thresholds: options.thresholds ?? VERDICT_THRESHOLDS,
  };
  return [
    ...renderHeader(row, drawing),
    ...renderSystem(row, drawing),
    ...renderError(row, drawing),
    ...row.evaluators.flatMap((result) => renderEvaluator(result, INDENT, drawing)),
    ...renderMean(row, drawing),
  ]
    .map((line) => `${line}\n`)
    .join('');
}
