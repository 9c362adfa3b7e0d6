import { findDefinition, type EvaluatorDefinition } from '@assay/schema';
import { ruleEvaluator } from '../rules/parts/rule-evaluator.js';
import { pointEvaluator } from '../point-functions/applying/point-evaluator.js';
import { ownEvaluatorDefinitions } from './evaluators.js';
import { pointFunctionDefinitions } from './point-functions.js';
import { ruleDefinitions } from './rules.js';

const own = new Set(ownEvaluatorDefinitions.map(({ name }) => name));

/** Every installed evaluator, those that rules, point functions and their `not_` forms make included. */
export const evaluatorDefinitions: readonly EvaluatorDefinition[] = [
  ...ownEvaluatorDefinitions,
  // A rule of the same name is that evaluator.
  ...ruleDefinitions.filter(({ name }) => !own.has(name)).map(ruleEvaluator),
  ...pointFunctionDefinitions.flatMap((definition) => [
    pointEvaluator({ definition, negated: false }),
    pointEvaluator({ definition, negated: true }),
  ]),
];

/** The evaluator with this type or alias. */
export function findEvaluator(type: string): EvaluatorDefinition | undefined {
  return findDefinition(evaluatorDefinitions, type);
}
