import { findDefinition, findPointFunction, type EvaluatorDefinition, type ResolvedPointFunction } from '@assay/schema';
import { scoringDefinitions } from '../src/registry/definitions.js';

/** All that is installed, nothing added. */
export const installed = scoringDefinitions();

/** The installed evaluator with this type or alias. */
export function findEvaluator(type: string): EvaluatorDefinition | undefined {
  return findDefinition(installed.evaluators, type);
}

/** The installed point function behind a written name. */
export function resolvePointFunction(written: string): ResolvedPointFunction | undefined {
  return findPointFunction(installed.pointFunctions, written);
}

/** Whether it is the opposite of another one, as `not_contains` is of `contains`. */
export function isOpposite({ name }: EvaluatorDefinition): boolean {
  return name.startsWith('not_');
}
