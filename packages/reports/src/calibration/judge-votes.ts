import type { EvaluatorResult, JudgeVote, ResultRow, SeatedJudge } from '@assay/schema';
import { seatOf } from './seats.js';

/** What a judge says of a row as a whole. */
export interface JudgedRow extends SeatedJudge {
  /** [0, 1]: its votes, weighted as their evaluators and points are. */
  readonly score: number;
  /** True for a judge that was asked before the panel, or in its place: it shares no verdict with the others. */
  readonly apart?: true;
}

interface Sum {
  readonly seat: SeatedJudge;
  readonly apart: boolean;
  score: number;
  weight: number;
}

function addVotes(sums: Map<string, Sum>, votes: readonly JudgeVote[], weight: number, inverted: boolean): void {
  for (const vote of votes) {
    const { id, score, stage, backup = false } = vote;
    if (score === null) continue;
    const sum = sums.get(id) ?? { seat: seatOf(vote), apart: backup || stage === 'first', score: 0, weight: 0 };
    sums.set(id, sum);
    sum.score += weight * (inverted ? 1 - score : score);
    sum.weight += weight;
  }
}

function addResult(sums: Map<string, Sum>, { judges = [], points = [], evaluators = [], weight }: EvaluatorResult, outer: number): void {
  const own = outer * weight;
  // The votes of an evaluator that has points are those on its points, or a verdict on the whole beside them.
  const total = points.reduce((sum, point) => sum + point.weight, 0);
  for (const point of points) if (total > 0) addVotes(sums, point.judges ?? [], (own * point.weight) / total, point.inverted === true);
  addVotes(sums, judges, own, false);
  const inner = evaluators.reduce((sum, result) => sum + result.weight, 0);
  if (inner > 0) for (const result of evaluators) addResult(sums, result, own / inner);
}

/** What each judge of a row says of it, by its votes alone, in the order of their ids. Judges without a usable vote are left out. */
export function judgeVotes({ evaluators }: Pick<ResultRow, 'evaluators'>): readonly JudgedRow[] {
  const sums = new Map<string, Sum>();
  for (const result of evaluators) addResult(sums, result, 1);
  return [...sums]
    .filter(([, { weight }]) => weight > 0)
    .map(([, { seat, apart, score, weight }]) => ({ ...seat, score: Math.min(1, Math.max(0, score / weight)), ...(apart ? { apart } : {}) }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** All votes of a result, those on its points and of its members included. */
export function votesIn({ judges = [], points = [], evaluators = [] }: EvaluatorResult): readonly JudgeVote[] {
  return [...judges, ...points.flatMap((point) => point.judges ?? []), ...evaluators.flatMap(votesIn)];
}

/** Judges that were asked about a row, also in vain, each once. */
export function askedJudges({ evaluators }: Pick<ResultRow, 'evaluators'>): readonly Pick<JudgedRow, 'id' | 'model'>[] {
  return [...new Map(evaluators.flatMap(votesIn).map(({ id, model }) => [`${id}\n${model}`, { id, model }])).values()];
}
