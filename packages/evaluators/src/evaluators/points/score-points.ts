import {
  addCost,
  addUsage,
  NOTHING_TO_SCORE,
  verdictOf,
  type ErrorInfo,
  type EvaluationScore,
  type JsonValue,
  type PointScore,
  type PointsBreakdown,
  type Requirements,
  type TokenUsage,
  type VerdictThresholds,
} from '@assay/schema';
import { isDegraded } from '../../panels/score-from-panel.js';
import type { AssessedPoint } from './assess-points.js';
import { boundedLine } from './bounded-line.js';
import { combinePoints, type CountedRubric } from './combine-points.js';

/** Four digits, so that 0.7996 is not shown as the 0.8 that would pass, nor a class of 0.001 as 0. */
function scoreText(score: number): string {
  return String(Number(score.toPrecision(4)));
}

function label({ text, inverted }: PointScore): string {
  return inverted ? `not: ${text}` : text;
}

/** Longest reason that is shown with a miss or a warning, in characters; the points hold the whole. */
const LONGEST_REASON = 160;

function missText(point: PointScore, score: number): string {
  const part = score === 0 ? '' : ` (${scoreText(score)})`;
  return `${label(point)}${part}${point.reasoning === undefined ? '' : `: ${boundedLine(point.reasoning, LONGEST_REASON)}`}`;
}

function noScore(points: readonly PointScore[]): ErrorInfo {
  if (points.length === 0) return { code: NOTHING_TO_SCORE, message: 'there is nothing to score: the rubric has no points' };
  const counted = points.filter(({ weight }) => weight > 0);
  const [first] = counted;
  if (!first) return { code: 'unscored', message: 'no point has a weight above 0' };
  const what = counted.length === 1 ? 'the only point' : `none of the ${counted.length} points`;
  const verb = counted.length === 1 ? 'could not be scored' : 'could be scored';
  return { ...(first.error ?? { code: 'unscored' }), message: `${what} ${verb}: ${first.text}: ${boundedLine(first.error?.message ?? '', LONGEST_REASON)}` };
}

/** What judging took, and what a reader should know about it. */
function judgingOf(assessed: readonly AssessedPoint[]) {
  let usage: TokenUsage | undefined;
  let cost: number | undefined;
  const warnings: string[] = [];
  for (const { panel, score } of assessed) {
    usage = addUsage(usage, panel?.usage);
    cost = addCost(cost, panel?.costUsd);
    for (const warning of panel?.warnings ?? []) warnings.push(`${score.text}: ${warning}`);
    if (score.score === null) warnings.push(`${label(score)}: not scored, left out of the score: ${boundedLine(score.error?.message ?? '', LONGEST_REASON)}`);
  }
  return {
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(usage === undefined ? {} : { judgeUsage: usage }),
    ...(cost === undefined ? {} : { judgeCostUsd: cost }),
    ...(assessed.some(({ panel }) => panel?.costIncomplete) ? { judgeCostIncomplete: true } : {}),
  };
}

/** The result of a rubric from its scored points: see {@link combinePoints}. */
export function scorePoints(
  assessed: readonly AssessedPoint[],
  rubric: CountedRubric,
  thresholds: VerdictThresholds,
): EvaluationScore {
  const points = assessed.map(({ score }) => score);
  const breakdown: PointsBreakdown = combinePoints(points, rubric);
  const { score, bounds, failed_by: failedBy, could_fail_by: couldFailBy } = breakdown;
  const requirements: Requirements = {
    ...(failedBy.length > 0 ? { missed: 'default' } : {}),
    ...(couldFailBy.length > 0 ? { open: 'default' } : {}),
  };
  const scored = points.flatMap((point) => (point.score === null ? [] : [{ point, score: point.score }]));
  const isHit = (value: number): boolean => verdictOf(value, thresholds) === 'pass';
  return {
    score,
    hits: scored.filter((entry) => isHit(entry.score)).map(({ point }) => label(point)),
    misses: [
      ...failedBy.map((name) => `${name} is met in full, which fails the case`),
      ...scored.filter((entry) => !isHit(entry.score)).map((entry) => missText(entry.point, entry.score)),
    ],
    points,
    // The breakdown is plain JSON; the type only says more about it.
    details: breakdown as unknown as JsonValue,
    ...(Object.keys(requirements).length > 0 ? { requirements } : {}),
    ...(points.some((point) => point.score === null) ? { bounds } : {}),
    ...(score !== null && assessed.some(({ panel }) => panel !== undefined && isDegraded(panel)) ? { degraded: true } : {}),
    ...(score === null ? { error: noScore(points) } : {}),
    ...judgingOf(assessed),
  };
}
