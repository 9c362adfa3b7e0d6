import type { JsonObject } from './json.js';

/** One entry of an `evaluators` list, after normalization. */
export interface EvaluatorConfig {
  /** Unique within its case. Defaults to the type, numbered when repeated (`rubric`, `rubric-2`). */
  readonly name: string;
  /** Name of an installed evaluator or point function. */
  readonly type: string;
  /** Share in the case's weighted mean. Finite, ≥ 0, default 1. */
  readonly weight: number;
  /** Everything else that the entry says, with keys as written in the file. */
  readonly options: JsonObject;
}
