import type { JudgeVote, PointScore } from '@assay/schema';
import { markedLine, markOf, oneLine, remarkLines, scoreAndWeight, scoreText, type Drawing } from './drawing.js';

const REASON_LINES = 3;

/** `judge-a 0.75: first words of what it wrote`. */
export function renderVote(vote: JudgeVote, indent: number, drawing: Drawing): readonly string[] {
  const said = vote.score === null ? vote.error?.message : vote.reflection;
  const backup = vote.backup ? ' (backup)' : '';
  const head = `${oneLine(vote.id)}${backup} ${scoreText(vote.score, drawing.thresholds)}`;
  return remarkLines(indent, said === undefined || said === '' ? head : `${head}: ${said}`, drawing, drawing.voteLines);
}

/** A point: its mark, text, score and weight, and under it who or what said so. */
export function renderPoint(point: PointScore, indent: number, drawing: Drawing): readonly string[] {
  const { score, judges = [], error, reasoning, inverted, text, citation } = point;
  const label = oneLine(inverted ? `not: ${text}` : text);
  const why = error?.message;
  const under = indent + 2;
  // What the only judge could not do is why the point has no score.
  const votes = score === null && why !== undefined && judges.length === 1 ? [] : judges;
  return [
    markedLine(indent, markOf(score, drawing.thresholds), label, scoreAndWeight(point, drawing.thresholds), drawing),
    ...(score === null && why !== undefined ? remarkLines(under, `unscored: ${why}`, drawing, REASON_LINES, 'yellow') : []),
    ...(judges.length === 0 && reasoning !== undefined && reasoning !== '' ? remarkLines(under, reasoning, drawing) : []),
    ...votes.flatMap((vote) => renderVote(vote, under, drawing)),
    ...(citation === undefined || citation === '' ? [] : remarkLines(under, `source: ${citation}`, drawing)),
  ];
}
