import { randomUUID } from 'node:crypto';
import { decodeRow, encodeJob, parseJson, QueueError, type ErrorInfo, type JobCoordinator, type ResultRow, type RunJobOptions, type TrialJob } from '@assay/schema';
import type { Answer } from '../messages/answer.js';
import type { Decision } from '../messages/decision.js';
import { jobDigest, signedEnvelope } from '../messages/envelope.js';
import type { Session } from '../session/open-session.js';
import type { JobList } from './job-list.js';
import { OpenJobs, type OpenJob } from './open-jobs.js';
import { RefusedJobError } from './refused-job-error.js';

/** Jobs that are in the queue or under way, at least. More when workers have more than half of that under way. */
const WINDOW = 1_000;
/** Workers that may refuse a job until nobody else is asked. */
const REFUSALS = 5;
/** Trials in a row that no worker can do, after which the others are not tried: none can do these either. */
const HOPELESS = 10;
/** Milliseconds without a sign of life after which another worker may do what one was told to do. */
const SILENT_MS = 3_000;

export interface CoordinatorParts {
  readonly runId: string;
  readonly session: Pick<Session, 'address' | 'signer' | 'presence'>;
  readonly list: Pick<JobList, 'add' | 'missing' | 'remove'>;
  readonly tell: (text: string) => void;
}

/** A row that came before its trial was asked for. */
interface EarlyRow {
  readonly digest: string;
  readonly row: ResultRow;
}

/** Knows which rows a run waits for, and takes each once. */
export class Coordinator implements Pick<JobCoordinator, 'window' | 'onChange' | 'run'> {
  readonly #parts: CoordinatorParts;
  readonly #open = new OpenJobs();
  /** Of workers that went on while the run was dead. */
  readonly #early = new Map<string, EarlyRow>();
  readonly #callbacks = new Set<() => void>();
  readonly #told = new Set<string>();
  /** Of this process: jobs of an earlier one have other ids. */
  readonly #process = randomUUID().slice(0, 8);
  #jobs = 0;
  #hopeless = 0;
  #failure: QueueError | undefined;
  /** Messages that nobody with the secret signed, or that hold nothing. */
  forged = 0;
  /** Rows of trials that had one. */
  repeated = 0;

  constructor(parts: CoordinatorParts) {
    this.#parts = parts;
  }

  get window(): number {
    return Math.max(WINDOW, 2 * this.#open.underWay);
  }

  get openJobs(): Pick<OpenJobs, 'ids' | 'underWay'> {
    return this.#open;
  }

  onChange(callback: () => void): () => void {
    this.#callbacks.add(callback);
    return () => this.#callbacks.delete(callback);
  }

  #tellOnce(key: string, text: string): void {
    if (this.#told.has(key) || this.#told.size >= 1_000) return;
    this.#told.add(key);
    this.#parts.tell(text);
  }

  noteForged(what: string): void {
    this.forged += 1;
    this.#tellOnce(what, `${what} in the queue is not signed with the secret of this run, and was left out`);
  }

  /** Nothing comes any more. */
  fail(error: QueueError): void {
    this.#failure ??= error;
    this.#open.closeAll(this.#failure);
  }

  /** Puts a job into the queue, under an id that was never there. */
  #enqueue(job: OpenJob): void {
    const { runId, session, list } = this.#parts;
    const id = `${runId}_${this.#process}_${(this.#jobs += 1)}`;
    this.#open.open(job, id);
    list.add(id, signedEnvelope(id, { run: runId, job: job.text }, session.signer));
  }

  async run(job: TrialJob, { signal }: RunJobOptions): Promise<ResultRow> {
    signal.throwIfAborted();
    if (this.#failure) throw this.#failure;
    const text = JSON.stringify(encodeJob(job));
    const digest = jobDigest(text);
    const { trialKey } = job;
    const early = this.#early.get(trialKey);
    this.#early.delete(trialKey);
    if (early?.digest === digest) return early.row;
    let entry: OpenJob | undefined;
    const onAbort = (): void => {
      if (!entry || !this.#open.close(entry)) return;
      if (entry.worker === undefined) void this.#parts.list.remove([entry.id]);
      entry.reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await new Promise<ResultRow>((resolve, reject) => {
        entry = { text, digest, trialKey, id: '', worker: undefined, missed: false, refusedBy: new Set(), resolve, reject };
        this.#enqueue(entry);
      });
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Whether a worker is to do a job: its row is waited for, and nobody else brings it. */
  decide(jobId: string, workerId: string): Decision {
    const job = this.#open.get(jobId);
    if (!job) return 'denied';
    const { worker } = job;
    if (worker !== undefined && worker !== workerId && this.#parts.session.presence.silence(worker) < SILENT_MS) return 'denied';
    const before = this.window;
    this.#open.give(job, workerId);
    if (this.window > before) for (const callback of this.#callbacks) callback();
    return 'granted';
  }

  take(answer: Answer): void {
    if (answer.kind === 'row') this.#takeRow(answer);
    else this.#takeRefusal(answer);
  }

  #takeRow({ text, digest, jobId }: Answer): void {
    let row: ResultRow;
    try {
      row = decodeRow(parseJson(text));
    } catch {
      return this.noteForged('a row');
    }
    const job = this.#open.ofTrial(row.trialKey);
    if (job?.digest === digest) {
      this.#hopeless = 0;
      this.#open.close(job);
      job.resolve(row);
    } else if (!job && !jobId.includes(`_${this.#process}_`)) this.#early.set(row.trialKey, { digest, row });
    else this.repeated += 1;
  }

  #takeRefusal({ jobId, workerId, text }: Answer): void {
    const job = this.#open.get(jobId);
    if (!job) return;
    const { error } = JSON.parse(text) as { readonly error: ErrorInfo };
    this.#open.close(job);
    if (error.code === 'released') return this.#enqueue(job);
    const workers = this.#parts.session.presence.workers();
    const hint = error.hint === undefined ? '' : ` (${error.hint})`;
    this.#tellOnce(`${workerId} ${error.code}`, `worker ${workers.get(workerId) ?? workerId} refuses trials: ${error.message}${hint}`);
    job.refusedBy.add(workerId);
    const nobodyElse = job.refusedBy.size >= REFUSALS || [...workers.keys()].every((id) => job.refusedBy.has(id));
    if (error.code !== 'worker_died' && !nobodyElse) return this.#enqueue(job);
    if (error.code !== 'worker_died') this.#noteHopeless(error);
    job.reject(this.#failure ?? new RefusedJobError(error));
  }

  #noteHopeless({ message, hint }: ErrorInfo): void {
    this.#hopeless += 1;
    if (this.#hopeless >= HOPELESS) this.fail(new QueueError(`no worker can do the trials of this run: ${message}`, { hint }));
  }

  /** Puts into the queue again what the server has forgotten: one that was killed has lost what it was told last. */
  async recover(): Promise<void> {
    const missing = await this.#parts.list.missing(this.#open.ids);
    for (const id of this.#open.ids) {
      const job = this.#open.get(id);
      // Once may be chance: its row may be on its way.
      if (job?.missed && missing.has(id)) {
        this.#open.close(job);
        this.#enqueue(job);
      } else if (job) job.missed = missing.has(id);
    }
  }
}
