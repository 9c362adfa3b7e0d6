import { defineEvaluator, isJsonObject, type JsonValue } from '@assay/schema';
import * as v from 'valibot';
import { AggregatorSchema } from './aggregator.js';
import { aggregatorProblems } from './aggregator-problems.js';
import { memberConfigs, memberProblem, MemberSchema, reversedMembers } from './members.js';
import { loadOnce } from '../../loading/load-once.js';
import { entryObject } from '../../options/entry-object.js';
import { share } from '../../options/numbers.js';
import { weightProblems } from '../../options/weight-problems.js';

const loadAggregation = loadOnce(() => import('./aggregate.js'));

/** Runs several evaluators and makes one score of their results. */
export const composite = defineEvaluator({
  name: 'composite',
  description: 'Runs other evaluators and combines their results into one score: by a weighted average, a script or the judges.',
  options: v.pipe(
    entryObject({
      evaluators: v.pipe(
        v.array(MemberSchema, 'evaluators must be a list of evaluator entries'),
        v.minLength(1, 'evaluators must list at least one evaluator'),
        v.description('The members, written like any evaluator; composites may hold composites'),
      ),
      aggregator: v.optional(
        v.pipe(
          AggregatorSchema,
          v.description('How to make one score: weighted_average (default), code_judge or llm_judge'),
        ),
      ),
      threshold: v.optional(v.pipe(share('threshold'), v.description('Lowest score, from 0 to 1, at which the verdict is pass; below it, fail'))),
    }),
    v.check(
      ({ evaluators, aggregator }) => memberProblem(evaluators, weightsOf(aggregator)) === undefined,
      ({ input }) => memberProblem(input.evaluators, weightsOf(input.aggregator)) ?? 'the members are not usable',
    ),
  ),
  verbatim: ['aggregator'],
  files: ['aggregator'],
  commands: [['aggregator', 'script'], ['aggregator', 'path']],
  programs: ({ aggregator }) => (startsProgram(aggregator) ? [['aggregator']] : []),
  examples: [
    {
      title: 'A weighted average',
      value: {
        name: 'release_gate',
        type: 'composite',
        evaluators: [
          { name: 'safety', type: 'llm_judge', prompt: '../prompts/safety.md' },
          { name: 'no_secrets', type: 'not_matches', value: 'sk-[A-Za-z0-9]{20}' },
        ],
        aggregator: { type: 'weighted_average', weights: { safety: 0.3, no_secrets: 0.7 } },
      },
    },
    {
      title: 'A script decides',
      value: {
        type: 'composite',
        evaluators: ['llm_judge', { type: 'rubric', rubrics: ['Is polite'] }],
        aggregator: { type: 'code_judge', script: ['node', 'gate.mjs'] },
      },
    },
    {
      title: 'The judges decide',
      value: {
        type: 'composite',
        evaluators: [
          { name: 'brief', type: 'rubric', rubrics: ['Is brief'] },
          { name: 'complete', type: 'llm_judge' },
        ],
        aggregator: { type: 'llm_judge', prompt: 'Prefer completeness.\n\n{{ evaluator_results_json }}' },
      },
    },
  ],
  uses: ['judge'],
  reordered: reversedMembers,
  scoresEmptyReplies: true,
  check: async ({ options: { evaluators, aggregator }, ...place }) => [
    ...(aggregator === undefined || aggregator.type === 'weighted_average' ? weightProblems(memberConfigs(evaluators, weightsOf(aggregator)).map(({ weight }) => weight), 'members', 'evaluators') : []),
    ...(aggregator ? await aggregatorProblems(aggregator, place) : []),
  ],
  evaluate: async (input) => {
    const { evaluators, aggregator, threshold } = input.options;
    const results = await Promise.all(memberConfigs(evaluators, weightsOf(aggregator)).map((config) => input.services.evaluate(config)));
    const { aggregate, againstThreshold } = await loadAggregation();
    const score = await aggregate(results, aggregator ?? { type: 'weighted_average' }, input);
    return threshold === undefined ? score : againstThreshold(score, threshold);
  },
});

/** Members are entries of their own, and asked for themselves. */
function startsProgram(aggregator: JsonValue | undefined): boolean {
  const type = isJsonObject(aggregator) ? aggregator['type'] : 'weighted_average';
  return type !== 'weighted_average' && type !== 'llm_judge';
}

function weightsOf(aggregator: v.InferOutput<typeof AggregatorSchema> | undefined) {
  return aggregator?.type === 'weighted_average' ? aggregator.weights : undefined;
}
