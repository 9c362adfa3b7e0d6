import type { ResultRow, VerdictThresholds } from '@assay/schema';
import { formatCaseScore } from '../format/format-score.js';
import { targetTitle } from '../format/target-title.js';
import { explainRow } from '../statistics/problems/explain-row.js';
import { VERDICT_THRESHOLDS } from '../statistics/score-verdict.js';
import { caseTitle } from '../text-layout/case-title.js';
import { cleanText } from '../text-layout/clean-text.js';
import { flowPieces } from '../text-layout/flow-pieces.js';
import { createPaint } from '../text-layout/paint.js';
import { truncateText } from '../text-layout/truncate-text.js';
import { rowMark } from './row-mark.js';

export interface RenderRowLineOptions {
  /** Columns of the terminal; no line is wider. At least 20 are used. */
  readonly columns: number;
  readonly color: boolean;
  /** Verdict thresholds of the run, for the mark. @defaultValue 0.8 and 0.6 */
  readonly thresholds?: VerdictThresholds | undefined;
}

const MIN_COLUMNS = 20;
const INDENT = 2;
/** `unscored`, the longest result. */
const RESULT_COLUMNS = 8;

/**
 * A row on one line: `✗     0.25  suite › case  on target  reason`, with the first reason unless the trial passed. What does
 * not fit a terminal goes on in the next lines.
 */
export function renderRowLine(row: ResultRow, options: RenderRowLineOptions): string {
  const { thresholds = VERDICT_THRESHOLDS } = options;
  const paint = createPaint(options.color);
  const width = Math.max(MIN_COLUMNS, options.columns) - INDENT;
  const mark = rowMark(row, thresholds);
  const [reason = ''] = row.verdict === 'pass' ? [] : explainRow(row, thresholds);
  const result = row.score === null ? 'unscored' : formatCaseScore(row.score, thresholds);
  const lines = flowPieces(
    [
      { text: result.padStart(RESULT_COLUMNS), color: mark.color },
      { text: caseTitle({ ...row, variant: '' }, width - INDENT), color: 'plain' },
      { text: truncateText(`on ${cleanText(targetTitle(row.target, row.variant.label))}`, width - INDENT), color: 'dim' },
      { text: truncateText(cleanText(reason), width - INDENT), color: 'plain' },
    ],
    { width, indent: INDENT, gap: 2, paint },
  );
  return lines.map((line, index) => `${index === 0 ? paint(mark.color, mark.text) : ' '} ${line}\n`).join('');
}
