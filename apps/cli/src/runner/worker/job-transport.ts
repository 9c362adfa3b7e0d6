import type { ErrorInfo, ResultRow, SourceLocation } from '@assay/schema';

/** A job as it came in. */
export interface ReceivedJob {
  /** What should be a job, as JSON; undefined for what is too long to be one. */
  readonly text: string | undefined;
  /** Where it stood, where it stood anywhere. */
  readonly location?: SourceLocation | undefined;
}

/** Why there is no row for a job. */
export interface JobRefusal {
  /** Of the job's trial; absent for what is no job. */
  readonly trialKey?: string | undefined;
  readonly runId?: string | undefined;
  readonly error: ErrorInfo;
}

/** How jobs come to a worker and rows leave it: a pipe, a queue. Every job that was received is answered once. */
export interface JobTransport {
  /** The jobs as they come, asked for one after the other when there is room for one; ends when no more will come. */
  jobs(): AsyncIterable<ReceivedJob>;
  /** @throws StoreError when nobody takes it: the worker then ends. */
  row(row: ResultRow, of: ReceivedJob): Promise<void>;
  /** @throws StoreError as `row`. */
  refuse(refusal: JobRefusal, of: ReceivedJob): Promise<void>;
  /** Takes no more jobs, and frees what was opened. */
  close(): Promise<void>;
}
