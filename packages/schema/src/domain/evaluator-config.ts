import type { JsonObject } from './json.js';

/** One entry of an `evaluators` list, after normalization. */
export interface EvaluatorConfig {
  /** Unique within its case. Defaults to the type, numbered when repeated (`rubric`, `rubric-2`). */
  readonly name: string;
  /** Name of an installed evaluator or point function. */
  readonly type: string;
  /** Share in the case's weighted mean. Finite, ≥ 0, default 1. */
  readonly weight: number;
  /** The verdict must be `pass`, else the case fails; without a score the case is open. Default false. */
  readonly required?: boolean | undefined;
  /** The score that must be reached, else the case fails. In [0, 1]. */
  readonly minScore?: number | undefined;
  /** Everything else that the entry says, with keys as written in the file. */
  readonly options: JsonObject;
}
