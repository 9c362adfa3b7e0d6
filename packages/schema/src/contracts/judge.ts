import type { ErrorInfo } from '../domain/error-info.js';
import type { Message } from '../domain/message.js';
import type { JudgeVote } from '../domain/score.js';
import type { Spending, TokenUsage } from '../usage/usage.js';

/**
 * How a judge expresses its assessment:
 * - `five_point`: classes 0, 0.25, 0.5, 0.75, 1;
 * - `nine_point`: ten classes 0, 0.001, 0.125 … 1;
 * - `unit`: a number in [0, 1];
 * - `preference`: which of two responses is better, 1 for the first, 0.5 for neither, 0 for the second;
 * - a range: a whole number from `min` to `max`, brought to [0, 1]; `anchors` says what parts of
 *   the range mean.
 */
export type JudgeScale =
  | 'five_point'
  | 'nine_point'
  | 'unit'
  | 'preference'
  | {
      readonly min: number;
      readonly max: number;
      readonly anchors?:
        | readonly { readonly from: number; readonly to: number; readonly meaning: string }[]
        | undefined;
    };

interface JudgeRequestBase {
  readonly scale: JudgeScale;
}

/** A response that is assessed. */
export interface JudgedResponse {
  /** Its text. */
  readonly candidate: string;
  /**
   * The generated turns with their tool calls, where the text alone does not tell them: judges are
   * then shown these, each marked, in place of `candidate`.
   */
  readonly turns?: readonly Message[] | undefined;
  /** What was done to files beside it, as a diff: empty for nothing, absent where there were none to work on. */
  readonly fileChanges?: string | undefined;
}

/** Asks to what extent one criterion holds for a response. */
export interface CriterionRequest extends JudgeRequestBase, JudgedResponse {
  readonly kind: 'criterion';
  readonly criterion: string;
  /** The conversation that led to the response. */
  readonly input: readonly Message[];
  readonly expectedOutcome?: string | undefined;
  readonly referenceAnswer?: string | undefined;
}

/** Asks which of two responses to one conversation a criterion speaks for. */
export interface PreferenceRequest extends JudgeRequestBase {
  readonly kind: 'preference';
  readonly scale: 'preference';
  /** What the better response does better. */
  readonly criterion: string;
  /** The conversation that led to both. */
  readonly input: readonly Message[];
  /** As in {@link CriterionRequest}, in the order in which the judge is shown them. */
  readonly candidates: readonly [first: JudgedResponse, second: JudgedResponse];
  readonly expectedOutcome?: string | undefined;
  readonly referenceAnswer?: string | undefined;
}

/** Asks with a prompt of the eval's own, already rendered. */
export interface PromptRequest extends JudgeRequestBase {
  readonly kind: 'prompt';
  readonly prompt: string;
  /** Code of the tags that stand around every text that the prompt quotes: see `fence`. */
  readonly fenceCode?: string | undefined;
  /**
   * Every text that was put into the prompt, the response among them: what a judge repeats of these
   * is no grade of its own. Default: the prompt itself.
   */
  readonly quoted?: readonly string[] | undefined;
}

/** Asks a classifier how likely it is that a text has a label. It is handed the text and nothing else. */
export interface LabelRequest extends JudgeRequestBase {
  readonly kind: 'label';
  readonly scale: 'unit';
  readonly text: string;
  /** As the classifier writes it, in any case. */
  readonly label: string;
}

export type JudgeRequest = CriterionRequest | PreferenceRequest | PromptRequest | LabelRequest;

/** A vote with what only the caller needs. */
export interface JudgeAnswer extends JudgeVote {
  readonly hits?: readonly string[] | undefined;
  readonly misses?: readonly string[] | undefined;
  /** The part of these figures that was spent at another time: its replies were kept. */
  readonly saved?: Spending | undefined;
}

/** A question whose reply is read by whoever asks: no score is taken from it here. */
export interface JudgeQuestion {
  readonly messages: readonly Message[];
  /** Which of several equal questions it is, counted from 1, so that each has a reply of its own. Default 1. */
  readonly repeat?: number | undefined;
}

/** What a judge says to a question, and what that took. */
export interface JudgeReply {
  readonly id: string;
  readonly model: string;
  /** Never empty; null when there is no reply, and `error` says why. */
  readonly text: string | null;
  readonly error?: ErrorInfo | undefined;
  readonly usage?: TokenUsage | undefined;
  /** US dollars; absent when no price is known. */
  readonly costUsd?: number | undefined;
  /** True when its price is not known. */
  readonly costIncomplete?: boolean | undefined;
  /** The part of these figures that was spent at another time: the reply was kept. */
  readonly saved?: Spending | undefined;
}

/** One model that assesses. */
export interface Judge {
  readonly id: string;
  readonly model: string;
  /**
   * Never rejects for a bad reply or a failed request: that is an answer with `score: null` and an
   * error. Rejects only when the signal aborts.
   */
  assess(request: JudgeRequest, options: { readonly signal: AbortSignal }): Promise<JudgeAnswer>;
  /** Answers in its own words. Rejects only when the signal aborts. Default: it assesses, and answers nothing else. */
  readonly answer?: ((question: JudgeQuestion, options: { readonly signal: AbortSignal }) => Promise<JudgeReply>) | undefined;
}

/** Declares a judge. */
export function defineJudge<const T extends Judge>(judge: T): T {
  return judge;
}
