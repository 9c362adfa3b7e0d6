import type { BudgetAccount } from './budget-account.js';
import type { SourceLocation } from '../diagnostics/location.js';
import type { AssayError } from '../errors/assay-error.js';
import type { ErrorInfo } from '../domain/error-info.js';
import type { ResultRow } from '../row/result-row.js';

/** A job as it came in. */
export interface ReceivedJob {
  /** What should be a job, as JSON; undefined for what is too long to be one. */
  readonly text: string | undefined;
  /** Where it stood, where it stood anywhere. */
  readonly location?: SourceLocation | undefined;
  /** Why the transport itself refuses it, such as for a signature. Nobody reads its text then; it is answered like any other. */
  readonly problem?: AssayError | undefined;
  /** Nothing else may be under way in the worker while this is done, since those that did it before died. Default false. */
  readonly alone?: boolean | undefined;
  /**
   * To be called, and waited for, before anything is done with it: whoever gave it out counts the workers that die with it. Absent
   * where nobody wants to know. Never rejects.
   */
  readonly begins?: (() => Promise<void>) | undefined;
  /** What its requests are paid from, whoever holds that; absent where nothing limits them. */
  readonly account?: BudgetAccount | undefined;
}

/** Why there is no row for a job. */
export interface JobRefusal {
  /** Of the job's trial; absent for what is no job. */
  readonly trialKey?: string | undefined;
  readonly runId?: string | undefined;
  readonly error: ErrorInfo;
  /** Who does not answer this worker, where that is why: another worker may have a way to it. */
  readonly lacks?: 'target' | 'assessors' | undefined;
  /** It is just being found out whether they are there again, so that this one may take it the next time. Default false. */
  readonly isOpen?: boolean | undefined;
  /** The row without a verdict that it came to here, which counts when nobody else can do it. */
  readonly row?: ResultRow | undefined;
}

/** How jobs come to a worker and rows leave it: a pipe, a queue. Every job that was received is answered once. */
export interface JobTransport {
  /**
   * The jobs as they come, asked for one after the other when there is room for one; ends when no more will come.
   * @param drain When it aborts nobody asks for more: what was taken and not handed out goes back to where others find it.
   */
  jobs(drain: AbortSignal): AsyncIterable<ReceivedJob>;
  /**
   * Tells which part of the rates of its targets this worker may use, > 0 and at most 1: at once, and whenever that changes. Absent
   * where it is the only one.
   */
  onShare?(told: (share: number) => void): void;
  /** Whether a job that is refused goes to another worker, which may be able to do it. Default false. */
  readonly passesOn?: boolean | undefined;
  /** @throws QueueError or StoreError when nobody takes it: the worker then ends. */
  row(row: ResultRow, of: ReceivedJob): Promise<void>;
  /** @throws QueueError or StoreError as `row`. */
  refuse(refusal: JobRefusal, of: ReceivedJob): Promise<void>;
  /** Takes no more jobs, and frees what was opened. */
  close(): Promise<void>;
}
