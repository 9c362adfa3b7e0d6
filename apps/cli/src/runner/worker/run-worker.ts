import { runTrials, type RunTrialsOptions } from '@assay/engine';
import {
  errorText,
  BudgetSpentError,
  decodeJob,
  formatLocation,
  InvalidFileError,
  parseJson,
  toErrorInfo,
  UnscoredError,
  type AssayError,
  type ErrorInfo,
  type ExecuteTrialOptions,
  type JobRefusal,
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
import { prepareWorker, type PreparedWorker } from './prepare-worker.js';
import { Unreachable } from './unreachable.js';
import { whatLacks } from './what-lacks.js';

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

/** The job of a text. @throws InvalidFileError */
function parsed({ text, location }: ReceivedJob): TrialJob {
  let value: unknown;
  try {
    if (text === undefined) throw new RangeError('it is too long to be one');
    value = parseJson(text);
  } catch (error) {
    const message = `not a job: ${errorText(error)}`;
    throw new InvalidFileError([{ severity: 'error', code: 'invalid-job', message, hint: 'jobs are what assay plan --json prints, one on each line', location }]);
  }
  return decodeJob(value, location);
}

/** What is reported about a job without a row: with the place in a file of this checkout, where there is one. */
function refusalOf(error: unknown, job: TrialJob | undefined, received: ReceivedJob): ErrorInfo {
  const info = toErrorInfo(error);
  if (!job) return received.problem ? info : { ...info, code: 'invalid-job' };
  const { location } = error as Partial<AssayError>;
  return location ? { ...info, message: `${formatLocation(location)}: ${info.message}` } : info;
}

/** A trial may always begin: whether it may go on is decided by whoever pays for its requests. */
const ALWAYS: RunTrialsOptions['limits'] = { open: true, stopped: false, admits: () => true, begin: () => () => undefined };

/** Ends when the source does, or as soon as the signal aborts, whatever the source waits for then. Nothing of a job is left over: a worker may take millions. */
async function* until<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  let stop = (): void => undefined;
  const onAbort = (): void => stop();
  const next = (): Promise<IteratorResult<T> | undefined> =>
    new Promise((resolve, reject) => {
      stop = () => resolve(undefined);
      if (signal.aborted) return stop();
      iterator.next().then(resolve, reject);
    });
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for (let result = await next(); result && !result.done; result = await next()) yield result.value;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** The jobs under way by the keys of their trials, of which there may be several alike. */
class JobsUnderWay {
  readonly #jobs = new Map<string, { readonly job: TrialJob; readonly received: ReceivedJob }[]>();
  #tell: (() => void) | undefined;

  /** Resolves when none is left. */
  async over(): Promise<void> {
    if (this.#jobs.size > 0) await new Promise<void>((resolve) => (this.#tell = resolve));
  }

  /** The row of one that was taken is handed over. */
  handed(): void {
    if (this.#jobs.size === 0) this.#tell?.();
  }

  add(job: TrialJob, received: ReceivedJob): void {
    this.#jobs.set(job.trialKey, [...(this.#jobs.get(job.trialKey) ?? []), { job, received }]);
  }

  /** @param of which of them; the first unless given. */
  take(trialKey: string, of?: ReceivedJob): { readonly job: TrialJob; readonly received: ReceivedJob } | undefined {
    const all = this.#jobs.get(trialKey) ?? [];
    const first = of ? all.find(({ received }) => received === of) : all[0];
    const rest = all.filter((one) => one !== first);
    if (rest.length > 0) this.#jobs.set(trialKey, rest);
    else this.#jobs.delete(trialKey);
    return first;
  }
}

/** Why another worker is asked for a trial whose row is here; undefined when it is not. */
function passedOn(row: ResultRow, job: TrialJob, unreachable: Unreachable): Pick<JobRefusal, 'error' | 'lacks' | 'isOpen' | 'row'> | undefined {
  if (row.verdict !== null) return void unreachable.answered(job);
  const lacks = whatLacks(row);
  const error = row.error ?? row.evaluators.find((result) => result.error)?.error ?? { code: 'unavailable', message: 'not all who are to be asked answer this worker' };
  if (lacks) unreachable.note(job, error, lacks);
  unreachable.over(job);
  // One that was begun to see whether they are there again failed with what keeps them away.
  const still = lacks ?? (row.error ? unreachable.of(job) : undefined);
  const isUnasked = row.output === null && row.usage === undefined;
  return still && { error, lacks: still, isOpen: isUnasked && unreachable.isOpen(job), row: isUnasked ? undefined : row };
}

/**
 * The transport as the place where rows are stored. What this worker cannot ask is refused, where another may be able to.
 * @param onPassedOn Told of each row that is refused.
 * @param receivedFor the job that a row was made for: another run may have planned the same trial. Undefined where that is not known.
 */
function storeOf(
  { transport, underWay, unreachable }: { readonly transport: JobTransport; readonly underWay: JobsUnderWay; readonly unreachable: Unreachable },
  receivedFor: (row: ResultRow) => ReceivedJob | undefined,
  onPassedOn: () => void,
): ResultStore {
  return {
    location: '',
    keys: async () => new Set<string>(),
    async append(row) {
      const taken = underWay.take(row.trialKey, receivedFor(row));
      if (!taken) return;
      const { runId } = taken.job;
      try {
        const passed = transport.passesOn ? passedOn({ ...row, runId }, taken.job, unreachable) : undefined;
        if (passed) {
          onPassedOn();
          await transport.refuse({ trialKey: row.trialKey, runId, ...passed }, taken.received);
        } else await transport.row({ ...row, runId }, taken.received);
        underWay.handed();
      } catch (error) {
        // Another row may come in its place, that can be written.
        underWay.add(taken.job, taken.received);
        throw error;
      }
    },
    writeManifest: async () => undefined,
    writeSummary: async () => undefined,
    flush: async () => undefined,
    close: async () => undefined,
  };
}

class Worker {
  readonly #prepared: PreparedWorker;
  readonly #transport: JobTransport;
  readonly #underWay = new JobsUnderWay();
  readonly #unreachable = new Unreachable();
  readonly #jobs = new WeakMap<Trial, TrialJob>();
  readonly #receivedAs = new WeakMap<Trial, ReceivedJob>();
  /** The same of rows, as they are made and as they leave. */
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
    const store = storeOf(parts, (row) => this.#receivedFor.get(row), () => (this.passedOn += 1));
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
      job = parsed(received);
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
    settings.onBegin?.();
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
