import { defineEvaluator, UnscoredError } from '@assay/schema';
import * as v from 'valibot';
import { entryObject } from '../options/entry-object.js';
import { wholeNumber } from '../options/numbers.js';

/** The response used few enough tokens. */
export const tokenUsage = defineEvaluator({
  name: 'token_usage',
  aliases: ['token-usage'],
  description:
    'Checks that the response stayed within the token limits: 1 if it is within all of them, else 0. If the usage is unknown, the response is ' +
    'unscored.',
  scoresEmptyReplies: true,
  options: v.pipe(
    entryObject({
      max_total: v.optional(
        v.pipe(wholeNumber('max_total', 0), v.description('Largest number of input and output tokens together')),
      ),
      max_input: v.optional(v.pipe(wholeNumber('max_input', 0), v.description('Largest number of input tokens'))),
      max_output: v.optional(v.pipe(wholeNumber('max_output', 0), v.description('Largest number of output tokens'))),
    }),
    v.check(
      ({ max_total, max_input, max_output }) => (max_total ?? max_input ?? max_output) !== undefined,
      'at least one of max_total, max_input and max_output is required',
    ),
  ),
  programs: 'never',
  examples: [{ title: 'Short answers', value: { type: 'token_usage', max_output: 500, max_total: 4000 } }],
  evaluate: ({ options, response: { usage } }) => {
    if (!usage) {
      throw new UnscoredError('the tokens that the response used are not known', {
        hint: 'write token_usage (input and output) beside a stored reply; where the target does not report its usage, drop the token_usage evaluator',
      });
    }
    const limits: readonly (readonly [string, number, number | undefined])[] = [
      ['total', usage.inputTokens + usage.outputTokens, options.max_total],
      ['input', usage.inputTokens, options.max_input],
      ['output', usage.outputTokens, options.max_output],
    ];
    const hits: string[] = [];
    const misses: string[] = [];
    for (const [kind, used, most] of limits) {
      if (most !== undefined) (used <= most ? hits : misses).push(`${kind}: ${used} tokens, at most ${most}`);
    }
    return {
      score: misses.length === 0 ? 1 : 0,
      hits,
      misses,
      details: { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
    };
  },
});
