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
  /** How much it counts in a mean, above 0. Default 1. */
  readonly weight?: number | undefined;
  /** Where it is written, when that is known. */
  readonly location?: SourceLocation | undefined;
}

/**
 * How the scores of a panel become one:
 * - `mean`: by the weights of the judges;
 * - `median`: that in the middle, or the mean of the two there;
 * - `majority`: 1 if more than half of the judges give a score that passes, 0 if less, 0.5 for a tie;
 * - `min`: the lowest.
 */
export type PanelConsensus = 'mean' | 'median' | 'majority' | 'min';

/** What a project may say of it: `calibrated` is the mean, by weights from labels of what the judges said. */
export type WrittenConsensus = PanelConsensus | 'calibrated';

/** A judge that is asked before a panel, which then is asked only about what that judge wavers on. */
export interface CascadeSpec {
  readonly first: JudgeSpec;
  /** Score, in [0, 1], that decides. Default: that from which a case passes. */
  readonly threshold?: number | undefined;
  /** The first judge wavers when its score is at most so far from the threshold, in [0, 1]. Default 0.25, or three quarters of the way to the nearer of 0 and 1, where that is less. */
  readonly band?: number | undefined;
  /** Share, in [0, 1], of what it did not waver on that the panel is asked about too, to see whether it agrees. Default 0.05. */
  readonly audit?: number | undefined;
}

/** Judges that a file names for itself, in place of those of the run. */
export interface PanelSpec {
  readonly judges: readonly JudgeSpec[];
  /** Asked when all of them failed. Without one there is no backup. */
  readonly backup?: JudgeSpec | undefined;
}
