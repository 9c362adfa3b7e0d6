import type { TrialJob } from '../jobs/trial-job.js';
import type { ResultRow } from '../row/result-row.js';

export interface RunJobOptions {
  readonly signal: AbortSignal;
}

/** Has jobs done by workers elsewhere, and brings their rows back. The other end of `JobTransport`. */
export interface JobCoordinator {
  /** Most jobs that may be asked for at once now. Whole, ≥ 1. */
  readonly window: number;
  /** Calls back when it grows. @returns ends that. */
  onChange(callback: () => void): () => void;
  /**
   * The row of a job; that of the worker which is first, when several do it.
   * @throws the signal's reason when it aborts; QueueError when nobody can be asked any more, and for a job that no worker takes.
   */
  run(job: TrialJob, options: RunJobOptions): Promise<ResultRow>;
  /** Takes back what nobody has begun, and leaves nothing of the run behind. */
  close(): Promise<void>;
}
