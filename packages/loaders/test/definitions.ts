import { defineEvaluator, defineProvider, type Definitions } from '@assay/schema';
import * as v from 'valibot';

const unscored = () => ({ score: null });
const describe = { description: 'For tests.', examples: [] };

/** Evaluators with the options that files of all dialects use, without what they do. */
export const definitions: Definitions = {
  settings: [
    { key: 'concurrency', expected: 'a whole number >= 1', is: (value) => Number.isInteger(value) && Number(value) >= 1 },
    { key: 'threshold', expected: 'a number from 0 to 1', is: (value) => typeof value === 'number' && value >= 0 && value <= 1 },
    { key: 'timeout_seconds', expected: 'a number of seconds > 0', is: (value) => typeof value === 'number' && value > 0 },
    { key: 'repeat', expected: 'a whole number >= 1', is: (value) => Number.isInteger(value) && Number(value) >= 1 },
  ],
  evaluators: [
    defineEvaluator({
      ...describe,
      name: 'llm_judge',
      aliases: ['llm-judge'],
      options: v.object({ prompt: v.optional(v.string()), model: v.optional(v.string()) }),
      evaluate: unscored,
    }),
    defineEvaluator({
      ...describe,
      name: 'rubric',
      options: v.object({
        rubrics: v.array(
          v.union([
            v.string(),
            v.object({
              id: v.optional(v.string()),
              description: v.string(),
              weight: v.optional(v.pipe(v.number(), v.minValue(0, 'weight must be >= 0'))),
              required: v.optional(v.boolean()),
            }),
          ]),
        ),
        model: v.optional(v.string()),
      }),
      evaluate: unscored,
    }),
    defineEvaluator({
      ...describe,
      name: 'tool_trajectory',
      options: v.object({
        mode: v.picklist(['any_order', 'in_order', 'exact']),
        minimums: v.optional(v.record(v.string(), v.number())),
        expected: v.optional(v.array(v.object({ tool: v.string(), args: v.optional(v.unknown()) }))),
      }),
      evaluate: unscored,
    }),
    defineEvaluator({
      ...describe,
      name: 'code_judge',
      options: v.object({ script: v.array(v.string()) }),
      commands: [['script']],
      openOptions: true,
      evaluate: unscored,
    }),
    defineEvaluator({ ...describe, name: 'ranks', options: v.object({}), compare: () => [] }),
    defineEvaluator({
      ...describe,
      name: 'composite',
      commands: [['aggregator', 'script']],
      options: v.object({
        evaluators: v.array(v.record(v.string(), v.unknown())),
        aggregator: v.optional(v.record(v.string(), v.unknown())),
      }),
      evaluate: unscored,
    }),
  ],
  pointFunctions: [],
  rules: [],
  providers: [
    defineProvider({
      ...describe,
      name: 'openai',
      options: v.object({ api_key: v.optional(v.string()), endpoint: v.optional(v.string()), temperature: v.optional(v.number()) }),
      create: () => {
        throw new TypeError('targets are only checked here');
      },
    }),
  ],
};
