import type { GenericSchema } from 'valibot';
import type { ScoringEvaluator } from './evaluator.js';

/**
 * A scoring rule of test cases: an evaluator that a rubric names together with its parameters, e.g.
 * `length_max_500`.
 */
export interface RuleDefinition<TSchema extends GenericSchema = GenericSchema>
  extends Omit<ScoringEvaluator<TSchema>, 'kind'> {
  readonly kind: 'rule';
  /** How a rubric writes it, with capitals for parameters: `length_max_X`. */
  readonly form: string;
  /**
   * Options that a bare value fills (`rule: {length_max: 500}`). One option takes the value as it is,
   * several take a list of values in this order; empty when the rule takes none.
   */
  readonly argument: readonly string[];
  /** The options that a written name holds (`length_max_500`), or undefined if it is not this rule. Numbers are as written: whether they are allowed, `options` says. Throws nothing. */
  match(written: string): Readonly<Record<string, number>> | undefined;
}

/** Declares a rule with its options typed by its schema. */
export function defineRule<const TSchema extends GenericSchema>(
  definition: Omit<RuleDefinition<TSchema>, 'kind'>,
): RuleDefinition<TSchema> {
  return { kind: 'rule', ...definition };
}
