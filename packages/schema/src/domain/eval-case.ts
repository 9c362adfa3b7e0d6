import type { DependencyPolicy } from '../dependencies/case-dependencies.js';
import type { EvaluatorConfig } from './evaluator-config.js';
import type { JsonObject, JsonValue } from './json.js';
import type { Message } from './message.js';
import type { Workspace } from './workspace.js';

/** What a target is asked in the words of one of the prompts of a suite, with the variables of a case filled in. */
export interface CasePrompt {
  /** Unique within its suite. */
  readonly name: string;
  readonly inputMessages: readonly Message[];
}

/** One unit of evaluation. Equal content gives equal objects, whatever file or format it came from. */
export interface EvalCase {
  /** Unique within its suite. */
  readonly id: string;
  readonly conversationId?: string | undefined;
  /** The goal, in words. Empty where no evaluator reads it, and in dialects that state it as rubric points only. */
  readonly expectedOutcome: string;
  /** What the target is asked; of a case with {@link EvalCase.prompts} that of the first of them. */
  readonly inputMessages: readonly Message[];
  /** Of a suite with prompts: one for each of them, at least one. Every prompt is a variant. */
  readonly prompts?: readonly CasePrompt[] | undefined;
  /** The variables of the case, which prompts and evaluators were filled in with. Values are data. */
  readonly vars?: JsonObject | undefined;
  readonly expectedMessages: readonly Message[];
  /** Never empty after loading: without any of its own a case gets its suite's, or `llm_judge`. */
  readonly evaluators: readonly EvaluatorConfig[];
  readonly execution: CaseExecution;
  /**
   * Ids of cases of its suite that it is asked after: on the same target, in the same variant and repeat. Only in suites that are not
   * streamed.
   */
  readonly dependsOn?: readonly string[] | undefined;
  /** What becomes of it when one of these gets no reply. Default `skip`. */
  readonly onDependencyFailure?: DependencyPolicy | undefined;
  /** The folder that the target works in. Default: the target has none of its own. */
  readonly workspace?: Workspace | undefined;
  /** Share in the suite's score. Default 1. */
  readonly weight: number;
  readonly tags: readonly string[];
  /** Frozen data that checks may look at (blueprints). */
  readonly context?: JsonValue | undefined;
  /** What is asked about, without the instructions around it: for targets that take none, such as classifiers. */
  readonly plainInput?: string | undefined;
  /** What the file says about the case and nothing of a run depends on: description, citation, …; keys in snake_case. */
  readonly metadata?: JsonObject | undefined;
}

/** How the replies to a case (or to all cases of a suite) are generated. */
export interface CaseExecution {
  /** Name of the target that the case (or its suite) asks for. */
  readonly target?: string | undefined;
  /** Targets, `provider:model` or names of collections of models; said instead of `target` when several may be asked. */
  readonly targets?: readonly string[] | undefined;
  /** [0, 2]; no variant, just the setting. `temperatures` wins over it. */
  readonly temperature?: number | undefined;
  /** Every temperature is a variant. */
  readonly temperatures?: readonly number[] | undefined;
  /** Every system prompt is a variant; null for none. */
  readonly systems?: readonly (string | null)[] | undefined;
  /** Always asks the target, whatever a cache holds. */
  readonly noCache?: boolean | undefined;
  /** A reply without text and tool calls is an answer like any other, and is scored. Default false. */
  readonly allowEmpty?: boolean | undefined;
  /**
   * For replies that exist already: where turns were left open before the last one, as indexes in the
   * conversation as it is written. They have been taken out of it, and the reply stands for them too.
   */
  readonly openTurns?: readonly number[] | undefined;
}
