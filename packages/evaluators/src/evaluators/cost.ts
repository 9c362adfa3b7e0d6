import { defineEvaluator, UnscoredError } from '@assay/schema';
import * as v from 'valibot';
import { entryObject } from '../options/entry-object.js';
import { nonNegative } from '../options/numbers.js';
import { withinMost } from '../options/within-most.js';

/** The response was cheap enough. */
export const cost = defineEvaluator({
  name: 'cost',
  description:
    'Checks that the response cost no more than a limit in US dollars: 1 if so, else 0. If the cost is unknown, the response is unscored.',
  scoresEmptyReplies: true,
  options: v.pipe(
    entryObject({
      max_usd: v.optional(v.pipe(nonNegative('max_usd'), v.description('Highest cost of the response, in US dollars'))),
      budget: v.optional(v.pipe(nonNegative('budget'), v.description('The same as `max_usd`'))),
    }),
    v.check((options) => (options.max_usd ?? options.budget) !== undefined, 'max_usd is required'),
    v.check(
      (options) => options.max_usd === undefined || options.budget === undefined,
      'max_usd and budget are the same option: give one of them',
    ),
  ),
  programs: 'never',
  examples: [{ title: 'At most five cents', value: { type: 'cost', max_usd: 0.05 } }],
  evaluate: ({ options, response }) => {
    const { costUsd, costIncomplete } = response;
    if (costUsd === undefined) {
      throw new UnscoredError('the cost of the response is not known', {
        hint: 'give the price of the model in the target, or cost_usd beside a stored reply, or drop the cost evaluator',
      });
    }
    const most = options.max_usd ?? options.budget ?? 0;
    const { met, shown } = withinMost(costUsd, most);
    if (met && costIncomplete) {
      throw new UnscoredError(`the cost of the response is at least $${costUsd}: a part of it has no known price`, {
        hint: 'give the prices of the models that answered under prices, or drop the cost evaluator',
      });
    }
    const text = `cost $${shown}, at most $${most}`;
    return { score: met ? 1 : 0, hits: met ? [text] : [], misses: met ? [] : [text], details: { cost_usd: costUsd } };
  },
});
