import type { GenericSchema, InferOutput } from 'valibot';
import type { EvaluationInput } from './evaluator.js';
import type { Definition } from './definition.js';
import type { EvaluationScore } from '../domain/score.js';

/** One scoring rule of a test case's rubric. */
export interface RuleDefinition<TSchema extends GenericSchema = GenericSchema> extends Definition {
  readonly kind: 'rule';
  readonly options: TSchema;
  /** Reads parameters out of a rule's written name (`length_max_500`), or undefined if it is not this rule. */
  match(written: string): Readonly<Record<string, number | string>> | undefined;
  /** @throws UnscoredError when it cannot score. */
  evaluate(input: EvaluationInput<InferOutput<TSchema>>): Promise<EvaluationScore> | EvaluationScore;
}

/** Declares a rule with its options typed by its schema. */
export function defineRule<const TSchema extends GenericSchema>(
  definition: Omit<RuleDefinition<TSchema>, 'kind'>,
): RuleDefinition<TSchema> {
  return { kind: 'rule', ...definition };
}
