import {
  addCost,
  addUsage,
  shareOfUsage,
  type ComparedReply,
  type EvaluationScore,
  type PointScore,
  type TokenUsage,
} from '@assay/schema';
import { findBest } from './find-best.js';
import { judgePair, turnedRound, type PairContext, type PairResult } from './judge-pair.js';

function nameOf({ target, variant }: ComparedReply): string {
  return variant === '' ? target : `${target} [${variant}]`;
}

/** The results of all pairs: `results[i][j]` is how `i` does against `j`. */
async function judgePairs(replies: readonly ComparedReply[], judge: (a: ComparedReply, b: ComparedReply) => Promise<PairResult>): Promise<readonly (readonly PairResult[])[]> {
  const table: PairResult[][] = replies.map(() => []);
  await Promise.all(
    replies.flatMap((a, i) =>
      replies.slice(i + 1).map(async (b, offset) => {
        const result = await judge(a, b);
        const j = i + 1 + offset;
        (table[i] as PairResult[])[j] = result;
        (table[j] as PairResult[])[i] = turnedRound(result);
      }),
    ),
  );
  return table;
}

function pointOf(other: ComparedReply, { preference, error, votes }: PairResult): PointScore {
  return { text: `better than the reply of ${nameOf(other)}`, score: preference, weight: 1, ...(error ? { error } : {}), judges: votes };
}

/** What all judging took, with one share of it for each reply. */
function shareOfCosts(table: readonly (readonly PairResult[])[], index: number): Partial<EvaluationScore> {
  const pairs = table.flatMap((row, i) => row.slice(i + 1));
  const usage = pairs.reduce<TokenUsage | undefined>((sum, pair) => addUsage(sum, pair.usage), undefined);
  const costUsd = pairs.reduce<number | undefined>((sum, pair) => addCost(sum, pair.costUsd), undefined);
  return {
    ...(usage ? { judgeUsage: shareOfUsage(usage, table.length, index) } : {}),
    ...(costUsd === undefined ? {} : { judgeCostUsd: costUsd / table.length }),
    ...(pairs.some((pair) => pair.costIncomplete) ? { judgeCostIncomplete: true } : {}),
  };
}

/** The score of one reply from its pairs. */
function scoreOf(replies: readonly ComparedReply[], table: readonly (readonly PairResult[])[], best: readonly number[] | null, index: number): EvaluationScore {
  const own = replies.flatMap((other, j) => (j === index ? [] : [{ other, result: table[index]?.[j] as PairResult }]));
  const points = own.map(({ other, result }) => pointOf(other, result));
  const warnings = [...new Set(own.flatMap(({ result }) => result.warnings))];
  const lost = own.find(({ result }) => result.error)?.result.error ?? table.flat().find((pair) => pair.error)?.error;
  return {
    ...(best ? { score: best.includes(index) ? 1 / best.length : 0 } : { score: null, error: lost ?? { code: 'judges_failed', message: 'the judges found no best reply' } }),
    points,
    ...(best ? { details: { best: best.map((one) => nameOf(replies[one] as ComparedReply)) } } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(best && own.some(({ result }) => result.degraded || result.preference === null) ? { degraded: true } : {}),
    ...shareOfCosts(table, index),
  };
}

/** The score of each reply: 1 for the best, shared where several are. */
export async function pickBest(replies: readonly ComparedReply[], context: PairContext): Promise<readonly EvaluationScore[]> {
  const table = await judgePairs(replies, (a, b) => judgePair(a, b, context));
  const best = findBest(table.map((row, i) => row.flatMap((pair, j) => (i === j ? [] : [pair.preference]))));
  return replies.map((_, index) => scoreOf(replies, table, best, index));
}
