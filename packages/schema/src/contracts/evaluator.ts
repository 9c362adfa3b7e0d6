import type { GenericSchema, InferOutput } from 'valibot';
import type { EvalCase } from '../domain/eval-case.js';
import type { EvaluatorConfig } from '../domain/evaluator-config.js';
import type { ProviderResponse } from '../domain/response.js';
import type { EvaluationScore, EvaluatorResult } from '../domain/score.js';
import type { VerdictThresholds } from '../scoring/verdict.js';
import type { Definition } from './definition.js';
import type { JudgePanel } from './judge-panel.js';

/** What an evaluator may use of the world around it. */
export interface EvaluatorServices {
  /**
   * The panel for this trial. `models` (target names or `provider:model`) replaces the judges.
   * @throws ConfigError when a judge cannot be made ready.
   */
  judges(models?: readonly string[]): JudgePanel;
  /** Runs another evaluator entry on the same response (members of a composite). */
  evaluate(config: EvaluatorConfig): Promise<EvaluatorResult>;
  /** Folder of the suite: where relative paths and scripts start from, absolute. */
  readonly directory: string;
  /** Environment variables, `.env` files included. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly thresholds: VerdictThresholds;
}

export interface EvaluationInput<TOptions = unknown> {
  readonly options: TOptions;
  readonly config: EvaluatorConfig;
  readonly evalCase: EvalCase;
  readonly response: ProviderResponse;
  readonly services: EvaluatorServices;
  /** Ends the evaluation (Ctrl-C, the trial's time-out). */
  readonly signal: AbortSignal;
}

export interface EvaluatorDefinition<TSchema extends GenericSchema = GenericSchema> extends Definition {
  readonly kind: 'evaluator';
  /** Schema of the entry's keys other than `name`, `type` and `weight`. */
  readonly options: TSchema;
  /** What it needs besides the response; `process` is refused for untrusted files. */
  readonly uses?: readonly ('judge' | 'process')[] | undefined;
  /**
   * Keys that the schema does not know are handed on as they are (`code_judge` passes them to the
   * script) instead of being warned about.
   */
  readonly openOptions?: boolean | undefined;
  /**
   * Changes nothing of its input, and gives the same for the same input as far as it can.
   * @throws UnscoredError (or any error) when it cannot score: the result is then null with the
   * error, never a 0.
   */
  evaluate(input: EvaluationInput<InferOutput<TSchema>>): Promise<EvaluationScore> | EvaluationScore;
}

/** Declares an evaluator with its options typed by its schema. */
export function defineEvaluator<const TSchema extends GenericSchema>(
  definition: Omit<EvaluatorDefinition<TSchema>, 'kind'>,
): EvaluatorDefinition<TSchema> {
  return { kind: 'evaluator', ...definition };
}
