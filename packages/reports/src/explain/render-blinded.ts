import type { EvaluatorResult, ResultRow } from '@assay/schema';
import { createPaint } from '../text-layout/paint.js';
import { VERDICT_THRESHOLDS } from '../statistics/score-verdict.js';
import { block, conversation } from './conversation.js';
import type { Drawing } from './drawing.js';

const MIN_COLUMNS = 20;

/** What replies to the case are compared with, as far as it is words: the lines of its rubrics. */
export function criteriaOf({ evaluators }: Pick<ResultRow, 'evaluators'>): readonly string[] {
  const of = ({ points = [], evaluators: members = [] }: EvaluatorResult): readonly string[] => [
    ...points.map(({ text, inverted }) => (inverted ? `not: ${text}` : text)),
    ...members.flatMap(of),
  ];
  return [...new Set(evaluators.flatMap(of))];
}

/**
 * A row for somebody who is to judge it alone: what was said, and what is expected. Nothing of who said it, how it was scored, by whom or
 * why. Ends in a line break.
 * @param options columns of the terminal; no line is wider. At least 20 are used
 */
export function renderBlinded(row: ResultRow, options: { readonly columns: number; readonly color: boolean }): string {
  const drawing: Drawing = {
    width: Math.max(MIN_COLUMNS, Number.isFinite(options.columns) ? options.columns : 1_000_000),
    paint: createPaint(options.color),
    thresholds: VERDICT_THRESHOLDS,
  };
  const criteria = criteriaOf(row);
  return [
    ...conversation(row, drawing),
    ...(row.expectedOutcome === undefined ? [] : block('expected', row.expectedOutcome, drawing)),
    ...(row.reference === undefined ? [] : block('right answer', row.reference, drawing)),
    ...(criteria.length === 0 ? [] : block('criteria', criteria.map((line) => `- ${line}`).join('\n'), drawing)),
  ]
    .map((line) => `${line}\n`)
    .join('');
}
