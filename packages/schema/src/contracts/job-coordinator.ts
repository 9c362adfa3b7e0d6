import type { BudgetAccount } from './budget-account.js';
import type { TrialJob } from '../jobs/trial-job.js';
import type { ResultRow } from '../row/result-row.js';

export interface RunJobOptions {
  readonly signal: AbortSignal;
  /** What its requests are paid from, wherever they are sent. Default: nothing limits them. */
  readonly account?: BudgetAccount | undefined;
  /** Called when it is begun by nobody any more, since its worker died or gave it back: another one may take it. */
  readonly onGivenUp?: (() => void) | undefined;
  /** Whether a row counts that an earlier process of the run asked for: one that is not kept is asked for again. Default: any counts. */
  readonly isKept?: ((row: ResultRow) => boolean) | undefined;
}

/** Has jobs done by workers elsewhere, and brings their rows back. The other end of `JobTransport`. */
export interface JobCoordinator {
  /** Most jobs that may be asked for at once now. Whole, ≥ 1. */
  readonly window: number;
  /** Calls back when it grows. @returns ends that. */
  onChange(callback: () => void): () => void;
  /**
   * The row of a job; that of the worker which is first, when several do it.
   * @throws the signal's reason when it aborts; QueueError when nobody can be asked any more, and for a job that no worker takes;
   * BudgetSpentError when a request of it was refused its room.
   */
  run(job: TrialJob, options: RunJobOptions): Promise<ResultRow>;
  /** What there is to say of the queue once the run has ended, in words. Nothing is said twice in it. */
  readonly notes: readonly string[];
  /** Takes back what nobody has begun, and leaves nothing of the run behind. */
  close(): Promise<void>;
}
