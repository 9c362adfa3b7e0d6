import type { GenericSchema, InferOutput } from 'valibot';
import type { JsonValue } from '../domain/json.js';
import type { Message } from '../domain/message.js';
import type { ToolCall } from '../domain/tool-call.js';
import type { Definition } from './definition.js';
import type { OptionProblem } from './evaluator.js';

/** What a point function may look at. */
export interface PointContext {
  /** The text that is judged. */
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** The case's frozen data. */
  readonly context?: JsonValue | undefined;
  /** The whole conversation, with the reply at its end. */
  readonly messages?: readonly Message[] | undefined;
  /** Name of the target that answered, e.g. `openai:gpt-4o-mini`. */
  readonly modelId?: string | undefined;
  readonly signal: AbortSignal;
}

/** A score in [0, 1], a yes or no (1 or 0), or either with its reason. */
export type PointOutcome =
  | number
  | boolean
  | { readonly score: number | boolean; readonly explain?: string | undefined };

/**
 * One deterministic check. It has no `not_` form of its own: every check gets one from a single
 * negation (1 − score).
 */
export interface PointFunctionDefinition<TSchema extends GenericSchema = GenericSchema> extends Definition {
  readonly kind: 'point-function';
  /** Schema of the argument. */
  readonly options: TSchema;
  /**
   * Finds what the schema cannot see in an argument, such as a pattern that does not compile; paths
   * start at the argument. Runs nothing, never throws. `apply` refuses what is an error here.
   */
  check?(argument: InferOutput<TSchema>): readonly OptionProblem[];
  /** Changes nothing of what it is given; several replies may be looked at at once. @throws UnscoredError when the argument cannot be used. */
  apply(argument: InferOutput<TSchema>, context: PointContext): PointOutcome | Promise<PointOutcome>;
}

/** Declares a point function with its argument typed by its schema. */
export function definePointFunction<const TSchema extends GenericSchema>(
  definition: Omit<PointFunctionDefinition<TSchema>, 'kind'>,
): PointFunctionDefinition<TSchema> {
  return { kind: 'point-function', ...definition };
}
