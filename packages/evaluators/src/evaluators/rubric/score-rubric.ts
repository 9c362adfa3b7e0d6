import {
  addCost,
  addUsage,
  joinRequirements,
  reaches,
  verdictOf,
  weightedMean,
  type EvaluationScore,
  type PanelResult,
  type PointScore,
  type Requirements,
  type TokenUsage,
  type VerdictThresholds,
} from '@assay/schema';
import { isDegraded } from '../../panels/score-from-panel.js';
import type { RubricItem } from './rubric-item.js';

/** A rubric line with what the judges said about it. */
export interface JudgedItem {
  readonly item: RubricItem;
  readonly result: PanelResult;
}

function toPoint({ item, result }: JudgedItem, thresholds: VerdictThresholds): PointScore {
  return {
    text: item.text,
    ...(item.id === undefined ? {} : { id: item.id }),
    score: result.score,
    weight: item.weight,
    ...(item.required === undefined ? {} : { required: true, minimum: minimumOf(item, thresholds) }),
    ...(result.reasoning === '' ? {} : { reasoning: result.reasoning }),
    ...(result.score === null
      ? { error: result.error ?? { code: 'unscored', message: 'no judge gave a usable answer' } }
      : {}),
    judges: result.votes,
  };
}

function label({ id, text }: RubricItem): string {
  return id === undefined ? text : `${id}: ${text}`;
}

/** Scores as people read them: at most two decimals. */
function scoreText(score: number): string {
  return String(Math.round(score * 100) / 100);
}

/** From which score on a line that must hold does. */
function minimumOf({ required, minimum }: RubricItem, thresholds: VerdictThresholds): number {
  return minimum ?? (required === 'default' ? thresholds.borderline : thresholds.pass);
}

function missesRequired({ item, result }: JudgedItem, thresholds: VerdictThresholds): boolean {
  return item.required !== undefined && result.score !== null && !reaches(result.score, minimumOf(item, thresholds));
}

/** What becomes of a line that must hold. Without a weight, only what is written holds. */
function requirementsOf(judged: JudgedItem, thresholds: VerdictThresholds): Requirements | undefined {
  const { item, result } = judged;
  if (item.required === undefined) return undefined;
  // No answer could miss a minimum of 0.
  if (result.score === null) return reaches(0, minimumOf(item, thresholds)) ? undefined : { open: item.required };
  return missesRequired(judged, thresholds) ? { missed: item.required } : undefined;
}

function missText(judged: JudgedItem, score: number, thresholds: VerdictThresholds): string {
  const marks = [
    ...(verdictOf(score, thresholds) === 'borderline' ? [`partly met, ${scoreText(score)}`] : []),
    ...(missesRequired(judged, thresholds)
      ? [`required, at least ${scoreText(minimumOf(judged.item, thresholds))}`]
      : []),
  ];
  return marks.length === 0 ? label(judged.item) : `${label(judged.item)} (${marks.join('; ')})`;
}

function unscoredError(judged: readonly JudgedItem[]): EvaluationScore['error'] {
  const failed = judged.filter(({ result }) => result.score === null);
  const first = failed[0]?.result.error;
  if (failed.length === 0 || judged.every(({ item }) => item.weight === 0)) {
    return { code: 'unscored', message: 'no rubric has a weight above 0' };
  }
  return {
    ...(first ?? { code: 'unscored' }),
    message: `none of the ${failed.length} rubrics could be judged: ${first?.message ?? 'no judge gave a usable answer'}`,
  };
}

/**
 * Σ(weight · score) / Σ(weight) over the lines that were judged; lines that were not leave the
 * mean and show in the bounds. A line that must hold and is missed fails the case and leaves the
 * score as it is; one that was not judged leaves the case open.
 */
export function scoreRubric(judged: readonly JudgedItem[], thresholds: VerdictThresholds): EvaluationScore {
  const { score, bounds } = weightedMean(
    judged.map(({ item, result }) => ({ score: result.score, weight: item.weight })),
  );
  const hits: string[] = [];
  const misses: string[] = [];
  const warnings = judged.flatMap(({ item, result }) =>
    result.warnings.map((text) => `${item.id ?? item.text}: ${text}`),
  );
  let usage: TokenUsage | undefined;
  let cost: number | undefined;
  for (const entry of judged) {
    const { item, result } = entry;
    usage = addUsage(usage, result.usage);
    cost = addCost(cost, result.costUsd);
    if (result.score === null) warnings.push(`${item.id ?? item.text}: not judged, left out of the score`);
    else if (verdictOf(result.score, thresholds) === 'pass' && !missesRequired(entry, thresholds))
      hits.push(label(item));
    else misses.push(missText(entry, result.score, thresholds));
  }
  const requirements = joinRequirements(
    judged.map((entry) => ({ weight: entry.item.weight, requirements: requirementsOf(entry, thresholds) })),
  );
  return {
    score,
    hits,
    misses,
    points: judged.map((entry) => toPoint(entry, thresholds)),
    ...(requirements && { requirements }),
    ...(judged.some(({ result }) => result.score === null) ? { bounds } : {}),
    ...(score !== null && judged.some(({ result }) => isDegraded(result)) ? { degraded: true } : {}),
    ...(score === null ? { error: unscoredError(judged) } : {}),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(usage === undefined ? {} : { judgeUsage: usage }),
    ...(cost === undefined ? {} : { judgeCostUsd: cost }),
    ...(judged.some(({ result }) => result.costIncomplete) ? { judgeCostIncomplete: true } : {}),
  };
}
