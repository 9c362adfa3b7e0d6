import type { AssayError } from '../errors/assay-error.js';
import type { Trial } from '../domain/trial.js';
import type { ResultRow } from '../row/result-row.js';
import type { TrialReplies } from './reply-memory.js';

export interface ExecuteTrialOptions {
  readonly signal: AbortSignal;
  /**
   * Called at most once, when nothing is left of the trial but to wait for judges: it then needs no
   * place at its target any more.
   */
  readonly onlyJudging?: (() => void) | undefined;
  /** Memory that the replies of the trial are held in until its row is stored. Default: none is counted. */
  readonly replies?: TrialReplies | undefined;
  /** Why the target is not to be asked, which the row then says. A reply that is stored is scored all the same. */
  readonly unasked?: AssayError | undefined;
}

/** Runs trials to their rows. Local runs and distributed workers share this door. */
export interface TrialExecutor {
  /**
   * Makes ready what a trial needs, each thing once. To be called before `execute`, for every trial.
   * @throws ConfigError, InvalidFileError when a target or judge cannot be used: the run then ends before it asks for more.
   */
  prepare(trial: Trial): Promise<void> | void;
  /**
   * Never rejects for what a target, script or judge did: that is a row with `status: error`.
   * Rejects only when the signal aborts, or with a BudgetSpentError when there is nothing left to ask the target with: then
   * there is no row of it.
   */
  execute(trial: Trial, options: ExecuteTrialOptions): Promise<ResultRow>;
  /** Frees what was made ready. Nothing is executed after it. */
  close(): Promise<void>;
}

/** Declares an executor. */
export function defineTrialExecutor<const T extends TrialExecutor>(executor: T): T {
  return executor;
}
