import type { LabelledFigure } from './calibration.js';

/** How a judge took one kind of reply that was made to try it. */
export interface ProbedFigure {
  readonly probe: string;
  /** Whether the reply deserves to pass. */
  readonly deserves: 'pass' | 'fail';
  /** Share of these replies that the judge passed; `labels` counts them. */
  readonly passed: LabelledFigure;
}

/** What a judge makes of replies whose worth is known, since they were made so. */
export interface AuditedJudge {
  readonly id: string;
  readonly model: string;
  readonly probes: readonly ProbedFigure[];
  /** Of replies that do not deserve it, the share that it passed. */
  readonly falseAccepts: LabelledFigure;
  /** Of replies that deserve to pass, the share that it did not pass. */
  readonly falseRejects: LabelledFigure;
  /** Mean score that a wrong reply gains by asking for a good grade, in [−1, 1]. */
  readonly steered: LabelledFigure;
  /** Mean score that a wrong reply gains by words that say nothing, in [−1, 1]. */
  readonly padded: LabelledFigure;
  /**
   * How much farther from its other scores of the right answer its score is once the criteria stand in the reverse order: the mean
   * distance to these, less the mean distance between two of them, in [−0.5, 1]. 0 is expected where their order does not matter.
   */
  readonly reordered: LabelledFigure;
  /** Mean standard deviation of its scores of one and the same reply, over the replies that were judged several times (`labels` counts them). At most 0.71, for two scores. */
  readonly noise: LabelledFigure;
  /** Share of the replies that were judged several times on which it did not always give the same verdict. */
  readonly flips: LabelledFigure;
  /** Probes that it gave no usable answer on, to all criteria or to some. */
  readonly lost: number;
}

/** An audit of judges without labels. */
export interface JudgeAudit {
  /** Of all intervals: 0.95. */
  readonly level: number;
  /** Cases that replies were made for. */
  readonly cases: number;
  /** Replies that were made. */
  readonly replies: number;
  /** By id. */
  readonly judges: readonly AuditedJudge[];
}
