import { defineEvaluator, type EvaluatorDefinition, type PointFunctionDefinition } from '@assay/schema';
import * as v from 'valibot';
import { entryObject } from '../options/entry-object.js';
import { applyPoint, pointName } from './apply-point.js';
import type { ResolvedPointFunction } from './resolve-point-function.js';

function argumentOptions(definition: PointFunctionDefinition) {
  const argument = v.optional(definition.options);
  const options = entryObject({
    value: v.pipe(argument, v.description('The argument of the check')),
    arg: v.pipe(argument, v.description('The same as `value`')),
  });
  const given = (entry: { readonly value?: unknown; readonly arg?: unknown }): number =>
    [entry.value, entry.arg].filter((item) => item !== undefined).length;
  const needed = !v.safeParse(definition.options, undefined).success;
  return v.pipe(
    options,
    v.check((entry) => !needed || given(entry) > 0, 'value is required'),
    v.check((entry) => given(entry) < 2, 'value and arg are the same option: give one of them'),
  );
}

function written(argument: unknown): string {
  return argument === undefined ? '' : ` ${JSON.stringify(argument)}`;
}

/** The evaluator that a point function (or its negation) makes: one check of the whole response. */
export function pointEvaluator(point: ResolvedPointFunction): EvaluatorDefinition {
  const { definition, negated } = point;
  const aliases = (definition.aliases ?? []).map((alias) => (negated ? `not_${alias}` : alias));
  return defineEvaluator({
    name: pointName(point),
    ...(aliases.length === 0 ? {} : { aliases }),
    description: negated
      ? `The opposite of \`${definition.name}\`: 1 − its score. ${definition.description}`
      : definition.description,
    options: argumentOptions(definition),
    examples: definition.examples.map(({ title, value }) => ({
      title,
      value: { type: pointName(point), value },
    })),
    evaluate: async ({ options, response, evalCase, signal }) => {
      const argument = options.value === undefined ? options.arg : options.value;
      const { score, explain } = await applyPoint(point, argument, {
        text: response.text,
        toolCalls: response.toolCalls,
        context: evalCase.context,
        signal,
      });
      const text = `${pointName(point)}${written(argument)}${explain === undefined ? '' : `: ${explain}`}`;
      return {
        score,
        hits: score === 1 ? [text] : [],
        misses: score === 1 ? [] : [text],
        ...(explain === undefined ? {} : { reasoning: explain }),
      };
    },
  });
}
