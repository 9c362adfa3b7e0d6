import type { SourceLocation } from '../diagnostics/location.js';

/**
 * How a judge looks at a response. The format knows three approaches; every one of them sees the
 * whole conversation, so today they are labels.
 */
export type JudgeApproach = 'standard' | 'prompt-aware' | 'holistic';

/** A judge as files name it. */
export interface JudgeSpec {
  /** Name in results and logs. Default: the model. */
  readonly id?: string | undefined;
  /** `provider:model`, or the name of a target. */
  readonly model: string;
  readonly approach?: JudgeApproach | undefined;
  /** Where it is written, when that is known. */
  readonly location?: SourceLocation | undefined;
}

/** Judges that a file names for itself, in place of those of the run. */
export interface PanelSpec {
  readonly judges: readonly JudgeSpec[];
  /** Asked when all of them failed. Without one there is no backup. */
  readonly backup?: JudgeSpec | undefined;
}
