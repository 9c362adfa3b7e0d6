import {
  defineEvaluator,
  reaches,
  type EvaluationInput,
  type EvaluationScore,
  type EvaluatorConfig,
  type EvaluatorResult,
  type JsonValue,
  type MessageContent,
} from '@assay/schema';
import * as v from 'valibot';
import { memberConfigs, memberProblem, MemberSchema } from '../composite/members.js';
import { loadOnce } from '../../loading/load-once.js';
import { entryObject } from '../../options/entry-object.js';
import { wholeNumber } from '../../options/numbers.js';
import { turnReplies, windowOf, type TurnReply } from './turn-replies.js';

const loadAggregation = loadOnce(() => import('../composite/aggregate.js'));

const AGGREGATIONS = ['mean', 'min', 'max'] as const;
/** In `of`: the whole conversation. */
const WHOLE = 0;

const options = v.pipe(
  entryObject({
    evaluators: v.pipe(
      v.array(MemberSchema, 'evaluators must be a list of evaluator entries'),
      v.minLength(1, 'evaluators must list at least one evaluator'),
      v.description('One entry for each turn that is scored'),
    ),
    of: v.pipe(
      v.array(wholeNumber('of', 0), 'of must be a list of numbers of turns'),
      v.description('The turns that the entries score, from 1; 0 for the whole conversation'),
    ),
    expected: v.optional(v.pipe(v.array(v.unknown(), 'expected must be a list'), v.description('What the entries compare with; null if they compare with nothing'))),
    aggregation: v.optional(v.pipe(v.picklist(AGGREGATIONS, 'aggregation must be mean, min or max'), v.description('How the scores of the turns are combined; default mean'))),
    on_turn_failure: v.optional(
      v.pipe(v.picklist(['continue', 'stop'], 'on_turn_failure must be continue or stop'), v.description('`stop`: turns after a failed one score 0, and no judge is asked about them')),
    ),
    window_size: v.optional(v.pipe(wholeNumber('window_size', 1), v.description('How many turns back the entries see; default all'))),
  }),
  v.check(({ evaluators, of }) => evaluators.length === of.length, 'of must have a number for each of evaluators'),
  v.check(({ evaluators }) => memberProblem(evaluators) === undefined, ({ input }) => memberProblem(input.evaluators) ?? 'the members are not usable'),
);

type Input = EvaluationInput<v.InferOutput<typeof options>>;

function expectedOf(value: unknown): Pick<Input['evalCase'], 'expectedMessages'> {
  return { expectedMessages: value === undefined || value === null ? [] : [{ role: 'assistant', content: value as MessageContent }] };
}

/** Scores one turn by what was said in it. */
function scoreTurn({ options: { expected, of, window_size: size }, evalCase, services }: Input, config: EvaluatorConfig, index: number, turns: readonly TurnReply[]): Promise<EvaluatorResult> | EvaluatorResult {
  const number = of[index] ?? WHOLE;
  if (number === WHOLE) return services.evaluate(config);
  const turn = turns[number - 1];
  if (!turn) return lost(config, `the conversation has no turn ${number}`);
  return services.evaluate(config, { evalCase: { ...evalCase, inputMessages: windowOf(turn.before, size), ...expectedOf(expected?.[index]) }, response: turn.response });
}

function lost({ name, type, weight }: EvaluatorConfig, message: string): EvaluatorResult {
  return { name, type, weight, score: null, error: { code: 'unscored', message } };
}

function skipped({ name, type, weight }: EvaluatorConfig, after: string): EvaluatorResult {
  return { name, type, weight, score: 0, misses: [`not looked at, since ${after} failed`] };
}

/** The scores in order. With `stop`, those of turns after one that failed are 0. */
async function scoreTurns(input: Input, configs: readonly EvaluatorConfig[], turns: readonly TurnReply[]): Promise<readonly EvaluatorResult[]> {
  const { options: { on_turn_failure: onFailure, of }, services: { thresholds } } = input;
  if (onFailure !== 'stop') return Promise.all(configs.map((config, index) => scoreTurn(input, config, index, turns)));
  const results: EvaluatorResult[] = [];
  let failed: string | undefined;
  for (const [index, config] of configs.entries()) {
    const isTurn = of[index] !== WHOLE;
    const result = failed !== undefined && isTurn ? skipped(config, failed) : await scoreTurn(input, config, index, turns);
    results.push(result);
    if (isTurn && failed === undefined && result.score !== null && !reaches(result.score, thresholds.pass)) failed = config.name;
  }
  return results;
}

/** The least or the most of scores: what could not be scored shows in the bounds. */
function extreme(results: readonly EvaluatorResult[], of: (...values: number[]) => number): Pick<EvaluationScore, 'score' | 'bounds'> {
  const known = results.flatMap(({ score }) => score ?? []);
  const bounds = results.map(({ score, bounds: own }) => own ?? (score === null ? { worst: 0, best: 1 } : { worst: score, best: score }));
  const whole = { worst: of(...bounds.map(({ worst }) => worst)), best: of(...bounds.map(({ best }) => best)) };
  return { score: known.length === 0 ? null : of(...known), ...(whole.worst === whole.best ? {} : { bounds: whole }) };
}

/** Scores the turns of a conversation one by one. */
export const turns = defineEvaluator({
  name: 'turns',
  description:
    'Scores the turns of a conversation one by one, each by what was said in it, and combines the scores into one. In a case, write `turns` ' +
    'instead.',
  options,
  programs: 'never',
  scoresEmptyReplies: true,
  examples: [
    {
      title: 'The first turn and the whole conversation',
      value: {
        type: 'turns',
        evaluators: [{ name: 'greets', type: 'contains', value: 'Hello' }, { name: 'polite', type: 'rubric', rubrics: ['Is polite'] }],
        of: [1, 0],
        aggregation: 'min',
      },
    },
  ],
  evaluate: async (input) => {
    const { evaluators, aggregation = 'mean', of } = input.options;
    const configs = memberConfigs(evaluators);
    const replies = of.every((number) => number === WHOLE) ? [] : turnReplies(input.evalCase, input.response);
    const results = await scoreTurns(input, configs, replies);
    const { aggregate } = await loadAggregation();
    const mean = await aggregate(results, { type: 'weighted_average' }, input);
    const details: Record<string, JsonValue> = { aggregation, turns: of };
    if (aggregation === 'mean') return { ...mean, details };
    const { bounds: _bounds, ...rest } = mean;
    return { ...rest, ...extreme(results, aggregation === 'min' ? Math.min : Math.max), details };
  },
});
