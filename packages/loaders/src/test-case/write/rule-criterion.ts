import { isDeepStrictEqual } from 'node:util';
import type { Definitions, EvaluatorConfig, JsonObject, RuleDefinition } from '@assay/schema';
import * as v from 'valibot';

/** The name of a rule with its numbers in it, and the options that are in it: `length_max_500`. */
function numbered(rule: RuleDefinition, options: JsonObject): { readonly written: string; readonly held: readonly string[] } {
  const values = rule.argument.map((name) => options[name]);
  let index = 0;
  const written = rule.form.replaceAll(/[A-Z]/gu, () => String(values[index++]));
  const parameters = index > 0 ? rule.match(written) : undefined;
  const fits = parameters && Object.keys(parameters).length === index && Object.entries(parameters).every(([name, value]) => isDeepStrictEqual(options[name], value));
  return fits ? { written, held: Object.keys(parameters) } : { written: rule.name, held: [] };
}

/**
 * An evaluator as a criterion of a rubric, without its weight; undefined when it is no rule, or has
 * options that the rule does not take.
 */
export function ruleCriterion({ type, options }: EvaluatorConfig, definitions: Definitions | undefined): JsonObject | undefined {
  const rule = definitions?.rules.find(({ name }) => name === type);
  if (!rule) return undefined;
  const checked = v.safeParse(rule.options, options);
  if (!checked.success || !isDeepStrictEqual(checked.output, options)) return undefined;
  const { description, ...own } = options;
  const { written, held } = numbered(rule, own);
  const beside = Object.fromEntries(Object.entries(own).filter(([key]) => !held.includes(key)));
  return { ...(description === undefined ? {} : { description }), rule: written, ...beside };
}
