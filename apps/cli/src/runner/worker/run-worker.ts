import { runTrials, type RunTrialsOptions } from '@assay/engine';
import {
  BudgetSpentError,
  toErrorInfo,
  UnscoredError,
  type AssayError,
  type ExecuteTrialOptions,
  type JobTransport,
  type ReceivedJob,
  type ReportDiagnostic,
  type ResultRow,
  type ResultStore,
  type Trial,
  type TrialExecutor,
  type TrialJob,
} from '@assay/schema';
import { withInitialValues } from '../../options/option-values.js';
import { redactError } from '../../secrets/redact-error.js';
import { redactedStore, rowRedaction } from '../../secrets/redact-rows.js';
import { trialReplies } from '../memory/reply-memory.js';
import { paceOf } from '../pace.js';
import type { RunRequest } from '../run-settings.js';
import { handingStore } from './handing-store.js';
import { JobsUnderWay } from './jobs-under-way.js';
import { Unreachable } from './passing-on/unreachable.js';
import { prepareWorker, type PreparedWorker } from './prepare-worker.js';
import { readJob, refusalOf } from './read-job.js';
import { until } from './until.js';

export interface WorkerOptions {
  /** As of a run; `files` has no part in it: jobs name their suites. */
  readonly request: RunRequest;
  readonly transport: JobTransport;
  /** When it aborts no more jobs are taken; those that were taken are finished. */
  readonly drain: AbortSignal;
  /** Receives what there is to say about files, targets and judges. */
  readonly report: ReportDiagnostic;
}

export interface WorkerResult {
  /** Rows that were handed back. */
  readonly rows: number;
  /** Jobs that were answered without a row. */
  readonly refused: number;
  /** Why it ended before all was answered: nobody takes the answers. */
  readonly error?: AssayError | undefined;
}

/** A trial may always begin: whether it may go on is decided by whoever pays for its requests. */
const ALWAYS: RunTrialsOptions['limits'] = { open: true, stopped: false, admits: () => true, begin: () => () => undefined };

class Worker {
  readonly #prepared: PreparedWorker;
  readonly #transport: JobTransport;
  readonly #underWay = new JobsUnderWay();
  readonly #unreachable = new Unreachable();
  readonly #jobs = new WeakMap<Trial, TrialJob>();
  readonly #receivedAs = new WeakMap<Trial, ReceivedJob>();
  /** Received jobs by their rows: the row as it was made, and as it is handed over. */
  readonly #receivedFor = new WeakMap<ResultRow, ReceivedJob>();
  refused = 0;
  /** Rows that were refused in the end. */
  passedOn = 0;

  constructor(prepared: PreparedWorker, transport: JobTransport) {
    this.#prepared = prepared;
    this.#transport = transport;
  }

  /** Where the rows go, without secrets. */
  get store(): ResultStore {
    const { redactor } = this.#prepared.reading;
    const redact = rowRedaction(redactor);
    const parts = { transport: this.#transport, underWay: this.#underWay, unreachable: this.#unreachable };
    const store = handingStore(parts, (row) => this.#receivedFor.get(row), () => (this.passedOn += 1));
    return redactedStore(store, redactor, (row) => this.#noted(redact(row), this.#receivedFor.get(row)));
  }

  /** Says which job a row is made for. */
  made(row: ResultRow, trial: Trial): void {
    this.#noted(row, this.#receivedAs.get(trial));
  }

  #noted(row: ResultRow, received: ReceivedJob | undefined): ResultRow {
    if (received) this.#receivedFor.set(row, received);
    return row;
  }

  /** Trials that may not spend any more have no row, and are refused. */
  get executor(): TrialExecutor {
    const { executor } = this.#prepared;
    return {
      ...executor,
      execute: async (trial, how) => {
        const job = this.#jobs.get(trial);
        try {
          return await executor.execute(trial, { ...how, unasked: (await this.#unaskedFor(job)) ?? how.unasked });
        } catch (error) {
          if (job) this.#unreachable.over(job);
          if (error instanceof BudgetSpentError) await this.#unpaid(trial, error);
          throw error;
        }
      },
    };
  }

  /** Why a trial is not begun: its target would be paid for a reply that nobody here can judge. */
  async #unaskedFor(job: TrialJob | undefined): Promise<ExecuteTrialOptions['unasked']> {
    const lacking = job && this.#transport.passesOn ? await this.#unreachable.refusal(job) : undefined;
    return lacking && new UnscoredError(lacking.message, { hint: lacking.hint });
  }

  async #unpaid(trial: Trial, error: BudgetSpentError): Promise<void> {
    const { key } = trial;
    const taken = this.#underWay.take(key, this.#receivedAs.get(trial));
    if (!taken) return;
    await this.#transport.refuse({ trialKey: key, runId: taken.job.runId, error: toErrorInfo(error) }, taken.received);
    this.#underWay.handed();
  }

  /** The trials of the jobs that can be done here; all others are refused. */
  async *trials(drain: AbortSignal): AsyncGenerator<Trial> {
    for await (const received of until(this.#transport.jobs(drain), drain)) {
      if (received.alone) await this.#underWay.over();
      await received.begins?.();
      const trial = await this.#trialOf(received);
      if (!trial) continue;
      yield trial;
      if (received.alone) await this.#underWay.over();
    }
  }

  async #trialOf(received: ReceivedJob): Promise<Trial | undefined> {
    let job: TrialJob | undefined;
    try {
      if (received.problem) throw received.problem;
      job = readJob(received);
      const trial = await this.#prepared.rebuild(job);
      this.#jobs.set(trial, job);
      this.#underWay.add(job, received);
      this.#receivedAs.set(trial, received);
      if (received.account) this.#prepared.paidFrom(trial, received.account);
      return trial;
    } catch (error) {
      // Whatever it is: a job that nobody can do must not keep the others from being done.
      this.refused += 1;
      const info = refusalOf(redactError(error, this.#prepared.reading.redactor), job, received);
      await this.#transport.refuse({ trialKey: job?.trialKey, runId: job?.runId, error: info }, received);
      return undefined;
    }
  }
}

/**
 * Does the jobs of a transport: makes the trial of each from what is here, runs it, and hands its row back, in the order of
 * finishing; what is not the trial that was planned is refused. Ends when no more jobs come, when it is to drain, or when
 * nobody takes the answers.
 * @throws UsageError, ConfigError or InvalidFileError before the first job, as a run would.
 */
export async function runWorker({ request, transport, drain, report }: WorkerOptions): Promise<WorkerResult> {
  const settings = withInitialValues(request);
  const prepared = await prepareWorker(settings, report);
  try {
    await settings.onBegin?.();
    const { resources, traffic } = prepared;
    const worker = new Worker(prepared, transport);
    transport.onShare?.((share) => traffic.share(share));
    const { rows, error } = await runTrials({
      plan: worker.trials(drain),
      executor: worker.executor,
      limits: ALWAYS,
      store: worker.store,
      onMade: (row, trial) => worker.made(row, trial),
      ...paceOf(traffic, resources),
      // Rows go back together, a little later: replies that come at the same moment would else wait for each other's rows to leave.
      keeping: () => traffic.trials(),
      replyMemory: trialReplies,
      signal: settings.signal,
    });
    return { rows: rows - worker.passedOn, refused: worker.refused + worker.passedOn, error };
  } finally {
    await transport.close();
    await prepared.close();
  }
}
