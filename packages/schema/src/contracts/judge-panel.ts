import type { ErrorInfo } from '../domain/error-info.js';
import type { JudgeVote } from '../domain/score.js';
import type { Spending, TokenUsage } from '../usage/usage.js';
import type { JudgeQuestion, JudgeReply, JudgeRequest } from './judge.js';

/** What the panel agreed on. */
export interface PanelResult {
  /** What the votes that succeeded come to, in [0, 1], or null below the quorum. */
  readonly score: number | null;
  /** Every vote, failed ones too, ordered by judge id, the backup last; before all of them that of a judge that is asked first. */
  readonly votes: readonly JudgeVote[];
  readonly usedBackup: boolean;
  /** What a reader of the score should know: lost judges, the backup's use. */
  readonly warnings: readonly string[];
  /** Given when `score` is null. */
  readonly error?: ErrorInfo | undefined;
  readonly hits: readonly string[];
  readonly misses: readonly string[];
  /** The judges' reasoning, each under its id when there are several. */
  readonly reasoning: string;
  readonly usage?: TokenUsage | undefined;
  /** US dollars; undefined when no price is known. */
  readonly costUsd?: number | undefined;
  /** True when a reply has no known price: `costUsd` is then at least, or absent. */
  readonly costIncomplete?: boolean | undefined;
  /** The part of these figures that was spent at another time: its replies were kept. */
  readonly saved?: Spending | undefined;
}

/** Judges with a consensus and a backup. */
export interface JudgePanel {
  /** Ids of the primary judges. */
  readonly judgeIds: readonly string[];
  /** Usable answers without which there is no score: at least 1, the default. Who puts several answers of each judge together holds to it too. */
  readonly quorum?: number | undefined;
  /**
   * Asks all judges at once. The result depends on their replies alone, never on their order or
   * speed.
   * @throws the signal's reason when it aborts; nothing else: judges that fail are in the votes, and below the quorum in `error`.
   */
  assess(request: JudgeRequest, options: { readonly signal: AbortSignal }): Promise<PanelResult>;
  /**
   * Asks one judge alone, without a consensus or backup.
   * @param question.judge one of `judgeIds`; default the first.
   * @throws the signal's reason when it aborts; nothing else. Default: nobody answers.
   */
  readonly answer?: ((question: JudgeQuestion & { readonly judge?: string | undefined }, options: { readonly signal: AbortSignal }) => Promise<JudgeReply>) | undefined;
}

/** Declares a panel. */
export function defineJudgePanel<const T extends JudgePanel>(panel: T): T {
  return panel;
}
