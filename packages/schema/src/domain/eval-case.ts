import type { EvaluatorConfig } from './evaluator-config.js';
import type { JsonValue } from './json.js';
import type { Message } from './message.js';

/** One unit of evaluation. Equal content gives equal objects, whatever file or format it came from. */
export interface EvalCase {
  /** Unique within its suite. */
  readonly id: string;
  readonly conversationId?: string | undefined;
  /** The goal, in words. Empty in dialects that state it as rubric points only. */
  readonly expectedOutcome: string;
  readonly inputMessages: readonly Message[];
  readonly expectedMessages: readonly Message[];
  /** Never empty after loading: without any of its own a case gets its suite's, or `llm_judge`. */
  readonly evaluators: readonly EvaluatorConfig[];
  readonly execution: CaseExecution;
  /** Share in the suite's score. Default 1. */
  readonly weight: number;
  readonly tags: readonly string[];
  /** Frozen data that checks may look at (blueprints). */
  readonly context?: JsonValue | undefined;
}

export interface CaseExecution {
  /** Name of the target that the case (or its suite) asks for. */
  readonly target?: string | undefined;
}
