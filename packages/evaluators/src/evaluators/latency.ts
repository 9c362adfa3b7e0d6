import { defineEvaluator, UnscoredError } from '@assay/schema';
import * as v from 'valibot';
import { entryObject } from '../options/entry-object.js';
import { nonNegative } from '../options/numbers.js';
import { withinMost } from '../options/within-most.js';
import { shownBeside } from '../texts/shown-beside.js';

/** The response came in time. */
export const latency = defineEvaluator({
  name: 'latency',
  description:
    'Checks that the response took no longer than a limit in milliseconds: 1 if so, else 0. If the time is unknown, the response is unscored.',
  scoresEmptyReplies: true,
  options: v.pipe(
    entryObject({
      max_ms: v.optional(
        v.pipe(nonNegative('max_ms'), v.description('Longest time for the whole response, in milliseconds')),
      ),
      threshold: v.optional(v.pipe(nonNegative('threshold'), v.description('The same as `max_ms`'))),
    }),
    v.check((options) => (options.max_ms ?? options.threshold) !== undefined, 'max_ms is required'),
    v.check(
      (options) => options.max_ms === undefined || options.threshold === undefined,
      'max_ms and threshold are the same option: give one of them',
    ),
  ),
  programs: 'never',
  examples: [{ title: 'Within two seconds', value: { type: 'latency', max_ms: 2000 } }],
  evaluate: ({ options, response }) => {
    const most = options.max_ms ?? options.threshold ?? 0;
    if (!Number.isFinite(response.latencyMs)) {
      throw new UnscoredError('how long the response took is not known', {
        hint: 'write duration_ms beside a stored reply, or drop the latency evaluator',
      });
    }
    const { met, shown } = withinMost(response.latencyMs, most);
    const text = `took ${shownBeside(shown, most, 0)} ms, at most ${most} ms`;
    return {
      score: met ? 1 : 0,
      hits: met ? [text] : [],
      misses: met ? [] : [text],
      details: { latency_ms: response.latencyMs },
    };
  },
});
