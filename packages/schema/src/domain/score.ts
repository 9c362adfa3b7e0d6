import type { ErrorInfo } from './error-info.js';
import type { JsonValue } from './json.js';
import type { TokenUsage } from '../usage/usage.js';

export type Verdict = 'pass' | 'fail' | 'borderline';

/** The score if everything unscored had been 0 (`worst`) or 1 (`best`). Equal when nothing is unscored. */
export interface ScoreBounds {
  readonly worst: number;
  readonly best: number;
}

/** What a verdict could be with everything that is missing: at worst and at best. Equal when nothing is open. */
export interface VerdictBounds {
  readonly worst: Verdict;
  readonly best: Verdict;
}

/** One judge's answer to one question, kept even when it is not usable. */
export interface JudgeVote {
  readonly id: string;
  readonly model: string;
  /** [0, 1], or null when the judge gave no usable answer. */
  readonly score: number | null;
  /** The judge's reasoning, written before its classification. */
  readonly reflection?: string | undefined;
  readonly error?: ErrorInfo | undefined;
  /** True for the backup judge, which is asked only when every primary failed. */
  readonly backup?: boolean | undefined;
  /** How much it counts beside the others; absent for 1. */
  readonly weight?: number | undefined;
  /** How its score became one with those of the other judges of its panel; absent for the mean. */
  readonly consensus?: 'median' | 'majority' | 'min' | undefined;
  /**
   * In a cascade: `first` for the judge that is asked before the panel, whose score counts unless the panel is asked because of it;
   * `audit` for votes of the panel that only show whether it agrees, and count for nothing.
   */
  readonly stage?: 'first' | 'audit' | undefined;
  /** Of a first judge: the score that decides, in [0, 1], and how far from it its score may be for the panel to be asked. */
  readonly threshold?: number | undefined;
  readonly band?: number | undefined;
  /** How it is asked; absent for `standard`. */
  readonly approach?: 'prompt-aware' | 'holistic' | undefined;
  /** A digest of what its target says beside provider and model that changes answers: options, prompt, address. Absent where it says nothing. */
  readonly settings?: string | undefined;
  /** Of a first judge whose score counts, where the panel was asked too: what that says, in [0, 1]; null when the panel was lost. */
  readonly panelScore?: number | null | undefined;
  readonly fingerprint?: string | undefined;
  /** The classification as it was read from the reply; absent when none was. */
  readonly read?: string | undefined;
  /** The beginning of the judge's last reply, as it came. */
  readonly reply?: string | undefined;
  /** Of its replies, one try after the other, in milliseconds; absent where nobody measured it. */
  readonly latencyMs?: number | undefined;
  /** Tokens of its tries. Absent where the question was another evaluator's, which has them. */
  readonly usage?: TokenUsage | undefined;
  /** US dollars for its tries; absent when no price is known. */
  readonly costUsd?: number | undefined;
  /** True when a part has no known price: `costUsd` is then at least, or absent. */
  readonly costIncomplete?: boolean | undefined;
  /** True when a cache had kept its reply: the figures are those of when it was given. */
  readonly cached?: boolean | undefined;
}

/** One rubric line with its score. */
export interface PointScore {
  readonly text: string;
  readonly id?: string | undefined;
  /** [0, 1] after inversion, or null when it could not be scored. */
  readonly score: number | null;
  readonly weight: number;
  /** Name of the point function, for computed points. */
  readonly function?: string | undefined;
  /** True if the point says what must not be. */
  readonly inverted?: boolean | undefined;
  /** Alternative group that the point belongs to. */
  readonly path?: string | undefined;
  /** Block of alternative groups that the path belongs to. */
  readonly block?: string | undefined;
  readonly required?: boolean | undefined;
  /** Score, from 0 to 1, that a point which must hold has to reach, where its file or evaluator sets one. */
  readonly minimum?: number | undefined;
  /** Where the point comes from, as one text. */
  readonly citation?: string | undefined;
  readonly reasoning?: string | undefined;
  readonly error?: ErrorInfo | undefined;
  readonly judges?: readonly JudgeVote[] | undefined;
}

/**
 * Why a part must hold: `written`, since the file says so (`required: true`, `min_score`,
 * `required_min_score`), or `default`, since its kind of part must hold unless the file says otherwise.
 */
export type RequirementKind = 'written' | 'default';

/** What must hold and does not, or could not be checked; where both kinds are there, `written`. */
export interface Requirements {
  /** Something does not hold: the case fails and keeps its score. */
  readonly missed?: RequirementKind | undefined;
  /** Something could not be checked: the case cannot pass, and is open unless it fails anyway. */
  readonly open?: RequirementKind | undefined;
}

/** What an evaluator says about one response. */
export interface EvaluationScore {
  /** [0, 1], or null when it could not be scored; then `error` says why. */
  readonly score: number | null;
  /**
   * Set by evaluators that decide it themselves; otherwise computed from the score. In results it is
   * absent when there is no score, and when what is missing decides whether it is a fail.
   */
  readonly verdict?: Verdict | undefined;
  /** Given when parts of the evaluator are unscored; the score, where there is one, lies between them. */
  readonly bounds?: ScoreBounds | undefined;
  readonly hits?: readonly string[] | undefined;
  readonly misses?: readonly string[] | undefined;
  readonly reasoning?: string | undefined;
  readonly details?: JsonValue | undefined;
  readonly error?: ErrorInfo | undefined;
  readonly points?: readonly PointScore[] | undefined;
  readonly judges?: readonly JudgeVote[] | undefined;
  /** Results of the members of a composite. */
  readonly evaluators?: readonly EvaluatorResult[] | undefined;
  /** What became of the parts that must hold; absent when there are none, or all of them hold. */
  readonly requirements?: Requirements | undefined;
  /** True when a judge was lost although the score stands: the row is then `partial`. */
  readonly degraded?: boolean | undefined;
  readonly warnings?: readonly string[] | undefined;
  /** Tokens and cost of this evaluator's own judging: not of the target, nor of members of a composite. */
  readonly judgeUsage?: TokenUsage | undefined;
  readonly judgeCostUsd?: number | undefined;
  /** True when a reply of a judge has no known price: `judgeCostUsd` is then at least. */
  readonly judgeCostIncomplete?: boolean | undefined;
}

/** An evaluator's score with the entry that it belongs to. */
export interface EvaluatorResult extends EvaluationScore {
  readonly name: string;
  readonly type: string;
  readonly weight: number;
}

/** Largest weight of a case: sums over any number of cases, and the squares of such sums, must not overflow. */
export const MAX_CASE_WEIGHT = 1e100;
