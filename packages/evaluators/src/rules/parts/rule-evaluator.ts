import { isJsonObject, type EvaluatorDefinition, type JsonObject, type RuleDefinition } from '@assay/schema';

/** A rule as a rubric writes it, as an entry of an `evaluators` list. */
function evaluatorEntry(rule: RuleDefinition, criterion: unknown): JsonObject {
  const { rule: written, weight: _, ...options } = isJsonObject(criterion) ? criterion : {};
  const parameters = typeof written === 'string' ? rule.match(written) : undefined;
  return { type: rule.name, ...parameters, ...options };
}

/** The evaluator that a rule makes, for files that are no test cases. */
export function ruleEvaluator(rule: RuleDefinition): EvaluatorDefinition {
  const { form: _, argument: __, match: ___, ...definition } = rule;
  return {
    ...definition,
    kind: 'evaluator',
    examples: rule.examples.map(({ title, value }) => ({ title, value: evaluatorEntry(rule, value) })),
  };
}
