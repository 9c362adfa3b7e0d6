/** A number from labels, with a 95 % interval. Null where nothing says anything about it. */
export interface LabelledFigure {
  readonly value: number | null;
  readonly low: number;
  readonly high: number;
  /** Labelled replies that it is from. */
  readonly labels: number;
}

/** How often somebody's verdicts are those of people. Weighted, where replies were drawn with different chances. */
export interface VerdictQuality {
  /** `run` for the verdict of rows, else the id of a judge: of its votes alone, put together as its evaluators weigh. */
  readonly judge: string;
  /** As votes name it; absent for the run. */
  readonly model?: string | undefined;
  readonly labels: number;
  /** Cases, or conversations, that the labelled replies are of. */
  readonly cases: number;
  /** Labelled replies, unweighted: what people say, and then what the judge says. */
  readonly confusion: {
    readonly passPass: number;
    readonly passFail: number;
    readonly failPass: number;
    readonly failFail: number;
  };
  /** Of what people pass, the share that the judge passes. */
  readonly tpr: LabelledFigure;
  /** Of what people do not pass, the share that the judge does not pass. */
  readonly tnr: LabelledFigure;
  /** Cohen's; null where nothing varies. */
  readonly kappa: LabelledFigure;
}

/**
 * Whether the verdicts of the run are too kind, or too strict, on a part of the replies. `position` is not from labels: how far judges that compare
 * two replies prefer the one that they are shown first; `labels` counts their votes.
 */
export interface VerdictLean {
  readonly kind: 'length' | 'position' | 'target' | 'family';
  readonly part: string;
  /** Share that the judge passes less the share that people pass, in [−1, 1]; for `position` votes for the first less those for the second. */
  readonly lean: LabelledFigure;
}

/** A mean of a run as it is, and what it comes to with what people say. */
export interface CorrectedFigure {
  /** Null where the run has no verdict. */
  readonly raw: number | null;
  /** The interval of `raw`, from cases alone: what the judges would say of other cases, and not what is true. */
  readonly rawLow: number;
  readonly rawHigh: number;
  /** Cases and conversations that this interval rests on, where these are not as many as the replies or do not weigh the same. */
  readonly clusters?: number | undefined;
  /** Null where it cannot be corrected. */
  readonly estimate: number | null;
  /** The interval of `estimate`, from 0 to 1 where there is none. */
  readonly low: number;
  readonly high: number;
  /** How much the judge counts beside the labels, from 0 to 1; absent but for `prediction_powered`. */
  readonly lambda?: number | undefined;
}

/**
 * - `prediction_powered`: by labels of this run;
 * - `rogan_gladen`: by labels of an earlier run: assumes that the judge errs here as it did there;
 * - `none`: not corrected; `reasons` say why.
 */
export type CorrectionMethod = 'prediction_powered' | 'rogan_gladen' | 'none';

/** One suite on one target in one variant; without these the whole run. */
export interface CalibratedGroup {
  readonly suite?: string | undefined;
  /** As in rows. */
  readonly suitePath?: string | undefined;
  readonly target?: string | undefined;
  readonly variant?: string | undefined;
  /** Scored replies. */
  readonly replies: number;
  /** Replies with a label that counts for the correction, and the cases (or conversations) that they are of. */
  readonly labels: number;
  readonly labelledCases: number;
  readonly method: CorrectionMethod;
  /** Share of replies that pass. */
  readonly passRate: CorrectedFigure;
  /** Mean of the scores, weighted by case; only labels of this run correct it. A label without a score counts 1, ½ or 0. */
  readonly score: CorrectedFigure;
  /** Why it is not corrected, or what that assumes. */
  readonly reasons: readonly string[];
  /** Labels that are missing for a correction by labels of this run: no more than there are replies without one. */
  readonly moreLabels: number;
  /** Whose labels: of cases that have none yet; of replies where there are too few cases, and so each has to have one. */
  readonly moreOf: 'cases' | 'replies';
}

/** As how many judges that err independently the judges of a panel count, by their errors on labelled replies. */
export interface PanelVotes {
  /** Ids of the judges of the panel, sorted. */
  readonly judges: readonly string[];
  /** From 1 to the number of judges; `labels` counts replies that all of them gave a verdict on. */
  readonly votes: LabelledFigure;
  /** True where `votes` has a value: its interval holds the truth in 84 to 98 of 100 simulated panels, least with few labels and judges that err together. */
  readonly approximate?: true | undefined;
  /** Mean correlation of the errors of two of them, in [−1, 1]; null where `votes` has no value. */
  readonly correlation: number | null;
  /** Why there is no value. */
  readonly reason?: string | undefined;
}

/** Replies of a suite on a target (in a variant) that have no score: no number of a calibration knows of them. */
export interface LostReplies {
  readonly suite: string;
  /** As in rows. */
  readonly suitePath: string;
  readonly target: string;
  readonly variant?: string | undefined;
  /** At least 1. */
  readonly replies: number;
  /** Their part of the weight of all its replies, from 0 to 1: 1 where none has a score. */
  readonly share: number;
}

/** What labels say about a run and its judges. */
export interface Calibration {
  readonly runId: string;
  /** Folder of the run as it should be shown. */
  readonly location: string;
  /** Of all intervals: 0.95. */
  readonly level: number;
  /** Scored replies of the run; replies without a score are no part of any number here. */
  readonly replies: number;
  readonly unscored: number;
  /** Where they are; empty for none. */
  readonly lost: readonly LostReplies[];
  /** True for a run that did not come to its end, or lacks shards: it has not all of its replies. */
  readonly unfinished: boolean;
  readonly labels: {
    /** Replies that people said something of. */
    readonly replies: number;
    readonly cases: number;
    /** Of these, those that were drawn by lot, or all of the run. */
    readonly drawn: number;
    readonly skipped: number;
    /** Replies that lots were drawn among, in parts of which none is labelled yet. */
    readonly uncovered: number;
    /** What the lots were drawn by; empty for one draw among all. */
    readonly by: readonly string[];
  };
  /** The whole run first, where it has several groups. */
  readonly groups: readonly CalibratedGroup[];
  /** The verdicts of the run first, then the judges by id. Empty without labels. */
  readonly quality: readonly VerdictQuality[];
  /** Absent without labels, and where no panel of several judged. */
  readonly panel?: PanelVotes | undefined;
  readonly leans: readonly VerdictLean[];
  readonly notes: readonly string[];
}
