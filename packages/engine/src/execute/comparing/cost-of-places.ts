import { isDeepStrictEqual } from 'node:util';
import { addCost, addSpending, type EvaluatorResult, type JudgeVote, type ResultRow, type Spending, type TokenUsage } from '@assay/schema';
import { comparedNames, type FormerRow } from './former-places.js';

/** The votes that a place was found by. */
function votesOf({ judges = [], points = [] }: EvaluatorResult): readonly JudgeVote[] {
  return [...judges, ...points.flatMap((point) => point.judges ?? [])];
}

/** The part of votes that a cache had kept, in [0, 1], by what they took. */
function keptPart(votes: readonly JudgeVote[], taken: (vote: JudgeVote) => number | undefined): number {
  let [all, kept] = [0, 0];
  for (const vote of votes) {
    const amount = taken(vote) ?? 0;
    all += amount;
    if (vote.cached) kept += amount;
  }
  return all === 0 ? 0 : kept / all;
}

function savedUsage({ inputTokens, outputTokens }: TokenUsage, votes: readonly JudgeVote[]): TokenUsage {
  return {
    inputTokens: Math.round(inputTokens * keptPart(votes, ({ usage }) => usage?.inputTokens)),
    outputTokens: Math.round(outputTokens * keptPart(votes, ({ usage }) => usage?.outputTokens)),
  };
}

function savedBy(result: EvaluatorResult): Spending | undefined {
  const { judgeUsage, judgeCostUsd } = result;
  const votes = votesOf(result);
  if (!votes.some(({ cached }) => cached)) return undefined;
  return {
    ...(judgeUsage ? { usage: savedUsage(judgeUsage, votes) } : {}),
    ...(judgeCostUsd === undefined ? {} : { costUsd: judgeCostUsd * keptPart(votes, ({ costUsd }) => costUsd) }),
  };
}

/**
 * What finding places did not have to spend, since judgements were kept: a row tells that of all its judging together, and some of
 * it is done anew where the places stay, or the other way round. A place has its share of what all pairs took, and its votes say
 * which part of that was kept. Undefined for nothing.
 */
export function savedByComparing(places: readonly EvaluatorResult[]): Spending | undefined {
  return places.reduce<Spending | undefined>((sum, place) => addSpending(sum, savedBy(place)), undefined);
}

/** US dollars that were spent on the places of a row that it has from before: in an earlier part of its run. Undefined where no price is known. */
export function spentOnFormerPlaces(row: ResultRow, former: FormerRow): number | undefined {
  const places = former.row.evaluators.filter((place) => comparedNames(place) !== undefined && row.evaluators.some((result) => isDeepStrictEqual(result, place)));
  const all = places.reduce<number | undefined>((sum, { judgeCostUsd }) => addCost(sum, judgeCostUsd), undefined);
  return all === undefined ? undefined : Math.max(0, all - (savedByComparing(places)?.costUsd ?? 0));
}
