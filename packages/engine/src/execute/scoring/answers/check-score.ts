import { describeValue, oddField, strayField, type ErrorInfo, type EvaluationScore, type JudgeVote, type PointScore, type Verdict } from '@assay/schema';
import { judgingFigures } from './judging-figures.js';
import { knownBounds } from './known-bounds.js';

/** Rounding noise of means that is taken for the end of the range. */
const NOISE = 1e-9;

function inRange(value: unknown): number | undefined {
  if (typeof value !== 'number' || !(value >= -NOISE && value <= 1 + NOISE)) return undefined;
  return Math.min(1, Math.max(0, value));
}

/** A number of another type is told from one: of `1n` and `new Number(1)` to say that they are 1 would explain nothing. */
function scoreInWords(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'of a list' : 'of an object';
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

function invalidScore(value: unknown, who: string): ErrorInfo {
  return { code: 'invalid_score', message: `${who} gave the score ${scoreInWords(value)}: a score is a number from 0 to 1, or null with an error` };
}

/** Of what stands in place of an answer. A bare number would read as a score that can be. */
function noAnswer(value: unknown, who: string): ErrorInfo {
  return { code: 'invalid_score', message: `${who} gave ${describeValue(value)} in place of an answer: an answer is an object with a score, as { score: 1 }`, hint: 'return { score }' };
}

interface Scored {
  readonly score: number | null;
  readonly error?: ErrorInfo | undefined;
}

/**
 * The same item with a score that can be kept: what is no score becomes null with the reason, and so does one with an error beside it,
 * since whoever gave it says that something went wrong.
 */
function checked<T extends Scored>(item: T, who: string): T {
  if (item.score === null) {
    return item.error ? item : { ...item, error: { code: 'unscored', message: `${who} gave no score and no reason` } };
  }
  if (item.error !== undefined) return { ...item, score: null };
  const score = inRange(item.score);
  if (score === undefined) return { ...item, score: null, error: invalidScore(item.score, who) };
  return score === item.score ? item : { ...item, score };
}

function checkVotes(votes: readonly JudgeVote[] | undefined): readonly JudgeVote[] | undefined {
  return votes?.map((vote) => checked(vote, `judge "${vote.id}"`));
}

function checkPoint(point: PointScore): PointScore {
  const result = checked(point, `point "${point.text}"`);
  return result.judges === undefined ? result : { ...result, judges: checkVotes(result.judges) };
}

function isVerdict(verdict: unknown): verdict is Verdict {
  return verdict === 'pass' || verdict === 'borderline' || verdict === 'fail';
}

/**
 * Makes sure that an evaluator's answer can be kept and averaged. Evaluators may be plugins or
 * scripts: a score outside [0, 1] must become neither a mean above 1 nor a silent 0, and a verdict that nobody can read no pass.
 * @param evaluator its name, for the message.
 */
export function checkScore(score: EvaluationScore, evaluator: string): EvaluationScore {
  const who = `evaluator "${evaluator}"`;
  const given: unknown = score;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { score: null, error: noAnswer(given, who) };
  const odd = oddField(score);
  if (odd !== undefined) return { score: null, error: { code: 'invalid_score', message: `${who} gave ${odd}` } };
  const stray = strayField(score);
  if (stray !== undefined) return { score: null, error: { code: 'invalid_score', message: `${who} gave ${JSON.stringify(stray.name)}, which no answer has`, hint: stray.hint } };
  const own = checked(score, who);
  const { points, judges, bounds, verdict, judgeUsage, judgeCostUsd, judgeCostIncomplete, warnings, ...rest } = own;
  // Most have nothing besides that could be wrong.
  if (points === undefined && judges === undefined && bounds === undefined && verdict === undefined && judgeUsage === undefined && judgeCostUsd === undefined) return own;
  // Of what turned out to be no score, nothing is known.
  const range = own.score === null && score.score !== null ? {} : knownBounds(bounds, own.score);
  return {
    ...rest,
    ...(isVerdict(verdict) ? { verdict } : {}),
    ...(points === undefined ? {} : { points: points.map(checkPoint) }),
    ...(judges === undefined ? {} : { judges: checkVotes(judges) }),
    ...(range.bounds === undefined ? {} : { bounds: range.bounds }),
    ...judgingFigures({ judgeUsage, judgeCostUsd, judgeCostIncomplete, warnings: range.warnings ? [...(warnings ?? []), ...range.warnings] : warnings }),
  };
}
