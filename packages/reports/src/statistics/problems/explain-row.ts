import type { ErrorInfo, EvaluatorResult, PointScore, ResultRow, VerdictThresholds } from '@assay/schema';
import { formatScore } from '../../format/format-score.js';
import { boundedLine } from './bounded-line.js';
import { reachesScore, scoreVerdict } from '../score-verdict.js';

/** Longest reason, in characters. */
export const MAX_REASON_LENGTH = 300;
/** Most reasons that one row gives. */
export const MAX_REASONS = 20;

/** Lower comes first. */
const RANK = { fatal: 0, required: 1, miss: 2, point: 3, weak: 4, lost: 5 } as const;

interface Reason {
  readonly rank: number;
  readonly line: string;
  /** Equal for reasons that say the same. */
  readonly about: string;
}

interface Walk {
  readonly reasons: Reason[];
  readonly thresholds: VerdictThresholds;
  /** Rank of errors: they come first when they are why there is no score or no verdict. */
  readonly errorRank: number;
}

function say(walk: Walk, rank: number, about: string, line: string = about): void {
  const text = boundedLine(line, MAX_REASON_LENGTH);
  if (text !== '') walk.reasons.push({ rank, line: text, about: boundedLine(about, MAX_REASON_LENGTH) });
}

function sayError(walk: Walk, rank: number, error: ErrorInfo, owner?: string): void {
  say(walk, rank, error.message, owner === undefined ? error.message : `${owner}: ${error.message}`);
  if (error.hint !== undefined) say(walk, rank, `fix: ${error.hint}`);
}

/** A text with the name of its evaluator in front; not twice for checks that are named for themselves. */
function named(name: string, text: string): string {
  if (text.startsWith(`${name} `)) return `missed: ${text}`;
  return text.startsWith(`${name}:`) ? text : `${name}: ${text}`;
}

/** True for a point that is a reason itself. */
function isBelowPass({ score }: PointScore, thresholds: VerdictThresholds): boolean {
  return score !== null && scoreVerdict(score, thresholds) !== 'pass';
}

/** True for a point that had to reach more than it did; it may pass by its verdict. */
function isBelowMinimum({ score, minimum }: PointScore): boolean {
  return score !== null && minimum !== undefined && !reachesScore(score, minimum);
}

function explainPoint(walk: Walk, point: PointScore, requiredMissed: boolean): void {
  const low = isBelowMinimum(point);
  if (!low && !isBelowPass(point, walk.thresholds)) return;
  // One that is as good as it must be is a reason of its own, not what was required.
  const missed = requiredMissed && point.required === true && (low || point.minimum === undefined);
  const marks = `${missed ? 'required: ' : ''}${point.inverted === true ? 'must not: ' : ''}`;
  const text = boundedLine(point.text, MAX_REASON_LENGTH - 40);
  const least = missed && low ? point.minimum : undefined;
  const score = `${formatScore(point.score, least)}${least === undefined ? '' : ` < ${formatScore(least)}`}`;
  say(walk, missed ? RANK.required : RANK.point, point.text, `${marks}${text} (${score})`);
}

/** True for a miss that repeats a point, maybe with its id in front or with marks behind. */
function repeats(miss: string, { id, text }: PointScore): boolean {
  return [text, `${id}: ${text}`].some((label) => miss === label || miss.startsWith(`${label} (`));
}

/** What an evaluator that was lost, or lost points, says about that. */
function explainErrors(walk: Walk, result: EvaluatorResult): void {
  if (result.error) sayError(walk, walk.errorRank, result.error, result.name);
  for (const point of result.points ?? []) {
    const must = point.required === true ? 'required: ' : '';
    if (point.error) sayError(walk, walk.errorRank, point.error, `${must}${boundedLine(point.text, 80)}`);
  }
}

/** An evaluator that must hold and could not be checked, if nothing below it has said so. */
function sayOpen(walk: Walk, { name, requirements, points = [] }: EvaluatorResult, before: number): void {
  if (requirements?.open === undefined || points.some(({ required, error }) => required && error)) return;
  if (walk.reasons.slice(before).some(({ line }) => line.endsWith(OPEN))) return;
  say(walk, walk.errorRank, `${name}: ${OPEN}`);
}

const OPEN = 'it must hold, and could not be checked';

function explainEvaluator(walk: Walk, result: EvaluatorResult): void {
  explainErrors(walk, result);
  const missed = result.requirements?.missed !== undefined;
  const verdict = result.verdict ?? (result.score === null ? undefined : scoreVerdict(result.score, walk.thresholds));
  const bad = missed || (verdict !== undefined && verdict !== 'pass');
  const before = walk.reasons.length;
  for (const member of result.evaluators ?? []) explainEvaluator(walk, member);
  sayOpen(walk, result, before);
  if (!bad) return;
  for (const point of result.points ?? []) explainPoint(walk, point, missed);
  const verdictRank = verdict === 'fail' ? RANK.miss : RANK.weak;
  const rank = missed ? RANK.required : verdictRank;
  if (!result.evaluators?.length || walk.reasons.length === before) {
    const told = (result.points ?? []).filter((point) => isBelowMinimum(point) || isBelowPass(point, walk.thresholds));
    for (const miss of result.misses ?? []) {
      const point = told.find((found) => repeats(miss, found));
      // The point of what must hold says so itself; another one is no part of what was required.
      if (!(missed && point?.required)) say(walk, point ? verdictRank : rank, point?.text ?? miss, named(result.name, miss));
    }
  }
  if (missed && !walk.reasons.slice(before).some((reason) => reason.rank === RANK.required)) {
    say(walk, RANK.required, `${result.name}: a required part was missed (${formatScore(result.score)})`);
  } else if (walk.reasons.length === before) {
    say(walk, rank, named(result.name, result.reasoning ?? `scored ${formatScore(result.score)}`));
  }
}

/**
 * Why a row failed, is open or has no score, most important first: what took its score or its verdict
 * away, missed requirements and minimums, misses of failed evaluators, points below a pass, misses of
 * borderline evaluators, and at last errors that the score survived. Nothing is said twice. At
 * most {@link MAX_REASONS} lines of at most {@link MAX_REASON_LENGTH} characters.
 */
export function explainRow(row: ResultRow, thresholds: VerdictThresholds): readonly string[] {
  const walk: Walk = {
    reasons: [],
    thresholds,
    errorRank: row.verdict === null ? RANK.fatal : RANK.lost,
  };
  const { error } = row;
  // Of a row that lost its evaluators, the error repeats one of theirs.
  const repeated = row.evaluators.some((result) => result.error && error?.message.endsWith(result.error.message));
  if (error && !repeated) sayError(walk, walk.errorRank, error);
  for (const result of row.evaluators) explainEvaluator(walk, result);
  const seen = new Set<string>();
  return walk.reasons
    .toSorted((a, b) => a.rank - b.rank)
    .filter(({ about }) => !seen.has(about) && seen.add(about))
    .slice(0, MAX_REASONS)
    .map(({ line }) => line);
}
