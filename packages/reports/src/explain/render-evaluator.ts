import type { EvaluatorResult, PointScore } from '@assay/schema';
import { formatCount } from '../format/format-count.js';
import { boundsText, labelledLines, markedLine, markOf, oneLine, remarkLines, scoreAndWeight, type Drawing } from './drawing.js';
import { meanText } from './mean-formula.js';
import { readBreakdown } from './read-breakdown.js';
import { renderBreakdown } from './render-breakdown.js';
import { renderPoint, renderVote } from './render-point.js';

const STEP = 2;
/** Hits, misses and votes that are shown of each kind. */
const MOST = 20;
const LINES = 3;

function listed(sign: '+' | '-', texts: readonly string[], indent: number, drawing: Drawing): readonly string[] {
  const hidden = texts.length - MOST;
  return [
    ...texts.slice(0, MOST).flatMap((text) => remarkLines(indent, `${sign} ${text}`, drawing, LINES)),
    ...(hidden > 0 ? remarkLines(indent, `… ${formatCount(hidden)} more`, drawing) : []),
  ];
}

/** Points of an evaluator that says no more about them than a list: their mean, if it is the score. */
function renderPoints(points: readonly PointScore[], score: number | null, indent: number, drawing: Drawing): readonly string[] {
  const lines = points.flatMap((point) => renderPoint(point, indent, drawing));
  const counted = points.flatMap((point) => (point.score === null || point.weight <= 0 ? [] : [{ score: point.score, weight: point.weight }]));
  const weight = counted.reduce((sum, point) => sum + point.weight, 0);
  const mean = counted.reduce((sum, point) => sum + point.score * point.weight, 0) / weight;
  if (score === null || counted.length < 2 || !(Math.abs(mean - score) < 1e-9)) return lines;
  return [...lines, ...labelledLines(indent, 'score  ', meanText(counted, score), drawing)];
}

function renderParts(result: EvaluatorResult, indent: number, drawing: Drawing): readonly string[] {
  const { points = [], evaluators = [], judges = [], hits = [], misses = [] } = result;
  const breakdown = readBreakdown(result);
  if (breakdown) return renderBreakdown(breakdown, points, indent, drawing);
  if (points.length > 0) return renderPoints(points, result.score, indent, drawing);
  if (evaluators.length > 0) return evaluators.flatMap((member) => renderEvaluator(member, indent, drawing));
  return [
    ...listed('+', hits, indent, drawing),
    ...listed('-', misses, indent, drawing),
    ...judges.slice(0, MOST).flatMap((vote) => renderVote(vote, indent, drawing)),
  ];
}

/** An evaluator with its score and weight, and what it found. */
export function renderEvaluator(result: EvaluatorResult, indent: number, drawing: Drawing): readonly string[] {
  const { name, type, score, verdict, bounds, error, requirements, points = [] } = result;
  const title = name === type ? name : `${name} (${type})`;
  const inner = indent + STEP;
  const range = bounds && points.length === 0 ? boundsText(bounds) : undefined;
  return [
    markedLine(indent, markOf(score, drawing.thresholds, verdict), oneLine(title), scoreAndWeight(result, drawing.thresholds), drawing),
    ...(range === undefined ? [] : remarkLines(inner, range, drawing)),
    ...(error === undefined ? [] : remarkLines(inner, `unscored: ${error.message}`, drawing, LINES, 'yellow')),
    ...renderParts(result, inner, drawing),
    ...(requirements?.open && !readBreakdown(result) ? remarkLines(inner, 'leaves the case open: a required part could not be checked', drawing, LINES, 'yellow') : []),
    ...(requirements?.missed && !readBreakdown(result) ? remarkLines(inner, 'fails the case: a required part is missed', drawing, LINES, 'red') : []),
  ];
}
