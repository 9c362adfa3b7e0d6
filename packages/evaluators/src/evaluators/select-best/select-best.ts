import {
  addCost,
  addUsage,
  defineEvaluator,
  shareOfUsage,
  UnscoredError,
  type ComparedReply,
  type EvaluationScore,
  type PointScore,
  type TokenUsage,
} from '@assay/schema';
import * as v from 'valibot';
import { entryObject } from '../../options/entry-object.js';
import { ModelSchema, panelOf, requiredText } from '../../options/texts.js';
import { judgePair, turnedRound, type PairResult } from './judge-pair.js';
import { findBest } from './find-best.js';

/** Every pair is judged in both orders: so many replies make 90 requests for each judge. */
const MOST_REPLIES = 10;

/** What replies are compared by unless something else is said. */
export const DEFAULT_CRITERION = 'Reaches the expected outcome, and serves whoever asked.';

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

/** The judges pick the best of the replies of several targets. */
export const selectBest = defineEvaluator({
  name: 'select_best',
  aliases: ['select-best'],
  description:
    'Has the judges pick the best of the replies of all targets and variants to a case: 1 for the best, 0 for the others; replies that share ' +
    'the first place share the 1. Every two replies are compared in both orders, and a judge that changes its mind with the order sees a tie.',
  options: entryObject({
    criteria: v.optional(
      v.pipe(requiredText('criteria'), v.description('What the best reply does better than others; default is that it reaches the expected outcome')),
    ),
    model: v.optional(ModelSchema),
  }),
  programs: 'never',
  uses: ['judge'],
  // Of replies that are equal nobody is asked.
  judgementsOf: (_, replies) => ({ least: 0, most: replies > MOST_REPLIES ? 0 : replies * (replies - 1) }),
  examples: [
    { title: 'By the expected outcome', value: { type: 'select_best' } },
    { title: 'By a criterion of your own', value: { type: 'select_best', criteria: 'Explains it so that a child of ten understands it' } },
    { title: 'Shown, and not counted', value: { name: 'wins', type: 'select_best', weight: 0, model: 'openai:gpt-4.1-mini' } },
  ],
  compare: async ({ options, evalCase, replies, services, signal }) => {
    if (replies.length > MOST_REPLIES) {
      throw new UnscoredError(`there are ${replies.length} replies to compare, and it compares at most ${MOST_REPLIES}`, {
        reason: 'config',
        hint: 'run fewer targets or variants at once',
      });
    }
    const { criteria: criterion = DEFAULT_CRITERION, model } = options;
    const context = { criterion, evalCase, panel: services.judges(panelOf(model)), signal };
    const table = await judgePairs(replies, (a, b) => judgePair(a, b, context));
    const best = findBest(table.map((row, i) => row.flatMap((pair, j) => (i === j ? [] : [pair.preference]))));
    return replies.map((_, index) => scoreOf(replies, table, best, index));
  },
});
