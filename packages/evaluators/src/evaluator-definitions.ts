import { findDefinition, type EvaluatorDefinition } from '@assay/schema';
import { pointEvaluator } from './points/point-evaluator.js';
import { ownEvaluatorDefinitions, pointFunctionDefinitions } from './registry.js';

/** Every installed evaluator, those that point functions and their `not_` forms make included. */
export const evaluatorDefinitions: readonly EvaluatorDefinition[] = [
  ...ownEvaluatorDefinitions,
  ...pointFunctionDefinitions.flatMap((definition) => [
    pointEvaluator({ definition, negated: false }),
    pointEvaluator({ definition, negated: true }),
  ]),
];

/** The evaluator with this type or alias. */
export function findEvaluator(type: string): EvaluatorDefinition | undefined {
  return findDefinition(evaluatorDefinitions, type);
}
