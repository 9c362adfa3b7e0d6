import * as v from 'valibot';
import { describe, expectTypeOf, test } from 'vitest';
import { defineEvaluator, type EvaluatorDefinition } from './evaluator.js';
import { defineJudge } from './judge.js';
import { definePointFunction, type PointFunctionDefinition } from './point-function.js';
import { defineProvider, type ProviderDefinition } from './provider.js';
import { defineReporter, type ReporterDefinition } from './reporter.js';
import { defineRule, type RuleDefinition } from './rule.js';

const OptionsSchema = v.object({ limit: v.number(), mode: v.optional(v.picklist(['all', 'any'])) });
interface Options {
  limit: number;
  mode?: 'all' | 'any' | undefined;
}
const about = { name: 'n', description: 'd', options: OptionsSchema, examples: [] };

describe('define*() infer the type of the options from their schema', () => {
  test('defineEvaluator', () => {
    const evaluator = defineEvaluator({
      ...about,
      evaluate: ({ options }) => {
        expectTypeOf(options).toEqualTypeOf<Options>();
        return { score: 1 };
      },
    });
    expectTypeOf(evaluator.kind).toEqualTypeOf<'evaluator'>();
    expectTypeOf(evaluator).toExtend<EvaluatorDefinition>();
  });

  test('defineRule', () => {
    const rule = defineRule({
      ...about,
      form: 'length_max_X',
      argument: ['value'],
      match: () => undefined,
      evaluate: ({ options }) => {
        expectTypeOf(options).toEqualTypeOf<Options>();
        return { score: null, error: { code: 'c', message: 'm' } };
      },
    });
    expectTypeOf(rule).toExtend<RuleDefinition>();
  });

  test('definePointFunction', () => {
    const fn = definePointFunction({
      ...about,
      options: v.union([v.string(), v.array(v.string())]),
      apply: (argument, context) => {
        expectTypeOf(argument).toEqualTypeOf<string | string[]>();
        expectTypeOf(context.text).toBeString();
        return true;
      },
    });
    expectTypeOf(fn).toExtend<PointFunctionDefinition>();
  });

  test('defineProvider', () => {
    const provider = defineProvider({
      ...about,
      create: (target) => {
        expectTypeOf(target.options).toEqualTypeOf<Options>();
        return {
          name: target.name,
          provider: target.provider,
          structuredOutput: false,
          generate: async ({ signal }) => {
            expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
            return { text: '', messages: [], toolCalls: [], latencyMs: 0 };
          },
        };
      },
    });
    expectTypeOf(provider).toExtend<ProviderDefinition>();
  });

  test('defineReporter', () => {
    const reporter = defineReporter({
      ...about,
      create: (options, { output }) => {
        expectTypeOf(options).toEqualTypeOf<Options>();
        return { name: 'n', runFinished: () => output.write('done') };
      },
    });
    expectTypeOf(reporter).toExtend<ReporterDefinition>();
  });
});

describe('define*() of things without options keep what they are given', () => {
  test('a judge needs an id and a model', () => {
    // @ts-expect-error the model is missing
    defineJudge({ id: 'a', assess: async () => ({ id: 'a', model: 'm', score: 1 }) });
  });
});
