import type { EvaluatorDefinition, PointFunctionDefinition, RuleDefinition } from '@assay/schema';
import { canBeNegated, negatedEvaluator } from '../negation/negated-evaluator.js';
import { pointEvaluator } from '../point-functions/applying/point-evaluator.js';
import { ruleEvaluator } from '../rules/parts/rule-evaluator.js';
import { ownEvaluators } from './evaluators.js';
import { installedPointFunctions } from './point-functions.js';
import { installedRules } from './rules.js';

/** All that gives a score. */
export interface ScoringDefinitions {
  /** Those that rules and point functions make included, and the `not_` forms. */
  readonly evaluators: readonly EvaluatorDefinition[];
  /** Without their `not_` forms: every function has one. */
  readonly pointFunctions: readonly PointFunctionDefinition[];
  readonly rules: readonly RuleDefinition[];
}

/** What is added to the installed ones. */
export type AddedDefinitions = { readonly [TKind in keyof ScoringDefinitions]?: ScoringDefinitions[TKind] | undefined };

/** The first of each name. */
function firstOfName<T extends { readonly name: string }>(definitions: readonly T[]): readonly T[] {
  const byName = new Map<string, T>();
  for (const definition of definitions) if (!byName.has(definition.name)) byName.set(definition.name, definition);
  return [...byName.values()];
}

function functionEvaluators(pointFunctions: readonly PointFunctionDefinition[]): readonly EvaluatorDefinition[] {
  return pointFunctions.flatMap((definition) => [
    pointEvaluator({ definition, negated: false }),
    pointEvaluator({ definition, negated: true }),
  ]);
}

/** Evaluators with the `not_` forms of those that have one. */
function withOpposites(evaluators: readonly EvaluatorDefinition[]): readonly EvaluatorDefinition[] {
  return [...evaluators, ...evaluators.filter(canBeNegated).map(negatedEvaluator)];
}

/** Of what is installed alone, made when it is first asked for: there are some hundred, which every reading of a project needs again. */
const installed: { functions?: readonly EvaluatorDefinition[]; rules?: readonly EvaluatorDefinition[]; all?: ScoringDefinitions } = {};

function withAdded({ evaluators = [], pointFunctions: addedFunctions = [], rules: addedRules = [] }: AddedDefinitions): ScoringDefinitions {
  const pointFunctions = firstOfName([...addedFunctions, ...installedPointFunctions]);
  return {
    evaluators: firstOfName([
      ...withOpposites(evaluators),
      ...addedRules.map(ruleEvaluator),
      ...functionEvaluators(addedFunctions),
      // A rule of the same name as one of these is that evaluator.
      ...withOpposites(ownEvaluators(pointFunctions)),
      ...(installed.rules ??= installedRules.map(ruleEvaluator)),
      ...(installed.functions ??= functionEvaluators(installedPointFunctions)),
    ]),
    pointFunctions,
    rules: firstOfName([...addedRules, ...installedRules]),
  };
}

/**
 * All that is installed, with what is added to it. What is added comes first and wins over what is
 * installed under its name; an added rule or point function is an evaluator too, as an installed one is,
 * and the evaluator of rubrics knows the functions that are added.
 */
export function scoringDefinitions(added: AddedDefinitions = {}): ScoringDefinitions {
  const { evaluators, pointFunctions, rules } = added;
  if (evaluators ?? pointFunctions ?? rules) return withAdded(added);
  return (installed.all ??= withAdded({}));
}
