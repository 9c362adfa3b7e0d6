import type { Trial } from '../domain/trial.js';
import type { ResultRow } from '../row/result-row.js';

export interface ExecuteTrialOptions {
  readonly signal: AbortSignal;
  /**
   * Called at most once, when nothing is left of the trial but to wait for judges: it then needs no
   * place at its target any more.
   */
  readonly onlyJudging?: (() => void) | undefined;
}

/** Runs one trial to its row. Local runs and distributed workers share this door. */
export interface TrialExecutor {
  /**
   * Never rejects for what a target, script or judge did: that is a row with `status: error`.
   * Rejects only when the signal aborts.
   */
  execute(trial: Trial, options: ExecuteTrialOptions): Promise<ResultRow>;
}

/** Declares an executor. */
export function defineTrialExecutor<const T extends TrialExecutor>(executor: T): T {
  return executor;
}
