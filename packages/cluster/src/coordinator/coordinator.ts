import { randomUUID } from 'node:crypto';
import { BudgetSpentError, decodeRow, encodeJob, QueueError, type ErrorInfo, type JobCoordinator, type ResultRow, type RunJobOptions, type TrialJob } from '@assay/schema';
import { RELEASED, RETURNED, SPENT, type Answer, type AnswerBatch, type Refusal } from '../messages/answers.js';
import type { Decision } from '../messages/decision.js';
import { jobDigest, signedEnvelope } from '../messages/envelope.js';
import type { PaymentOutcome, PaymentQuestion, PaymentReply } from '../messages/payment.js';
import type { Session } from '../session/open-session.js';
import { BundleSize } from './bundle-size.js';
import { EarlyRows } from './early-rows.js';
import type { JobList } from './job-list.js';
import { JobPacker } from './job-packer.js';
import { JobWindow } from './job-window.js';
import { OpenJobs, openJobsOf, type Bundle, type OpenJob } from './open-jobs.js';
import { Payments } from './payments.js';
import { RefusedJobError } from './refused-job-error.js';

/** Workers that may refuse a job until nobody else is asked. */
const REFUSALS = 5;
/** Trials in a row that no worker can do, after which the others are not tried: none can do these either. */
const HOPELESS = 10;
/** Milliseconds without a sign of life after which another worker may do what one was told to do. */
const SILENT_MS = 3_000;
/** Workers that may die with a job until it is done alone; one more, and it is given up. */
const DEATHS = 3;

export interface CoordinatorParts {
  readonly runId: string;
  readonly session: Pick<Session, 'address' | 'signer' | 'presence'>;
  readonly list: Pick<JobList, 'add' | 'missing' | 'remove'>;
  readonly tell: (text: string) => void;
}

/** Knows which rows a run waits for, and takes each once. */
export class Coordinator implements Pick<JobCoordinator, 'window' | 'onChange' | 'run' | 'notes'> {
  readonly #parts: CoordinatorParts;
  readonly #open = new OpenJobs();
  readonly #size = new BundleSize();
  readonly #window = new JobWindow(() => this.#tellOfChange());
  readonly #packer: JobPacker<OpenJob>;
  readonly #early = new EarlyRows();
  readonly #callbacks = new Set<() => void>();
  /** What has changed is about to be sent. */
  #tells = false;
  readonly #told = new Set<string>();
  /** Of this process: bundles of an earlier one have other ids. */
  readonly #process = randomUUID().slice(0, 8);
  #bundles = 0;
  #hopeless = 0;
  #failure: QueueError | undefined;
  /** Why the run fails as soon as workers have answered all that they were told to do. */
  #ending: QueueError | undefined;
  /** Messages that nobody with the secret signed, or that hold nothing. */
  forged = 0;
  /** Rows of trials that had one. */
  repeated = 0;

  constructor(parts: CoordinatorParts) {
    this.#parts = parts;
    this.#packer = new JobPacker({
      sizeOf: (followed) => this.#size.of(this.#window.expected(this.#open.unbegun, this.#open.underWay), parts.session.presence.workers().size, followed),
      enough: () => this.#size.worthSharing(parts.session.presence.workers().size),
      isUrgent: () => this.#open.unbegun < this.#open.underWay || this.#open.underWay === 0,
      send: (jobs) => this.#send(jobs, false),
    });
  }

  get window(): number {
    return this.#window.of(this.#open.underWay);
  }

  get openJobs(): Pick<OpenJobs, 'ids' | 'size' | 'underWay'> {
    return this.#open;
  }

  get notes(): readonly string[] {
    const { forged } = this;
    if (forged === 0) return [];
    return [`${forged === 1 ? '1 message in the queue was' : `${forged} messages in the queue were`} not signed with the secret of this run, and left out`];
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

  /** A worker that is none of this run's. @param queue its address, as it is shown. */
  noteStranger(queue: string): void {
    this.#tellOnce('a stranger', `a worker at the queue at ${queue} signs with another secret than this run: set ASSAY_QUEUE_SECRET to the same for both, or give one of them a queue of its own (?prefix=NAME)`);
  }

  /** Nothing comes any more. */
  fail(error: QueueError): void {
    this.#failure ??= error;
    this.stop();
    this.#open.closeAll(this.#failure);
  }

  /** Nobody can do the others. What workers have under way may be paid for: it is taken before the run ends, as trials of a local run finish. */
  #giveUp(error: QueueError): void {
    if (this.#ending) return;
    this.#ending = error;
    this.stop();
    const { underWay } = this.#open;
    if (underWay > 0) this.#tellOnce('ending', `no worker can do the trials of this run: it ends when ${underWay === 1 ? 'the one that a worker has under way is' : `the ${underWay} that workers have under way are`} over`);
    this.#endWhenAnswered();
  }

  #endWhenAnswered(): void {
    if (this.#ending && !this.#failure && this.#open.underWay === 0) this.fail(this.#ending);
  }

  /** Puts nothing more into the queue. */
  stop(): void {
    this.#packer.close();
    this.#window.close();
  }

  /** Puts jobs into the queue together, under an id that was never there. */
  #send(jobs: readonly OpenJob[], first: boolean): void {
    const wanted = jobs.filter((job) => this.#open.has(job));
    if (wanted.length === 0) return;
    const { runId, session, list } = this.#parts;
    const id = `${runId}_${this.#process}_${(this.#bundles += 1)}`;
    this.#open.bundle(id, wanted);
    list.add({ id, data: signedEnvelope(id, { run: runId, jobs: wanted.map(({ text }) => text), paid: wanted.some(({ account }) => account !== undefined) }, session.signer), first });
    this.#window.sent();
  }

  #tellOfChange(): void {
    for (const callback of this.#callbacks) callback();
  }

  /** Once workers know what they asked: whoever is told plans more, and nothing else happens until that is done. */
  #tellOfChangeSoon(): void {
    if (this.#tells) return;
    this.#tells = true;
    setImmediate(() => {
      this.#tells = false;
      this.#tellOfChange();
    });
  }

  async run(job: TrialJob, { signal, account, onGivenUp, isKept = () => true }: RunJobOptions): Promise<ResultRow> {
    signal.throwIfAborted();
    if (this.#failure) throw this.#failure;
    const text = JSON.stringify(encodeJob(job));
    const digest = jobDigest(text);
    const { trialKey, target, digests } = job;
    const early = this.#early.take({ trialKey, digest, isKept });
    if (early) return early;
    return new Promise<ResultRow>((resolve, reject) => {
      const entry: OpenJob = {
        text,
        digest,
        trialKey,
        target,
        assessors: `${digests.judges} ${digests.embeddings}`,
        account,
        onGivenUp,
        isKept,
        payments: undefined,
        corrected: new Set(),
        deaths: 0,
        bundle: undefined,
        refusedBy: new Set(),
        lacks: new Set(),
        unfinished: undefined,
        resolve(row) {
          signal.removeEventListener('abort', onAbort);
          resolve(row);
        },
        reject(error) {
          signal.removeEventListener('abort', onAbort);
          reject(error as Error);
        },
      };
      const onAbort = (): void => this.#takeBack(entry, signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#open.add(entry);
      this.#packer.add(entry);
    });
  }

  #takeBack(job: OpenJob, reason: unknown): void {
    const { bundle } = job;
    if (!this.#open.close(job)) return;
    if (bundle && bundle.open === 0 && bundle.worker === undefined) void this.#parts.list.remove([bundle.id]);
    this.#settle(job, reason);
  }

  /** A job that is over without the row that was asked for: a reply that was paid for is kept all the same, with which the run can be gone on with. */
  #settle(job: OpenJob, error: unknown): void {
    if (job.unfinished) job.resolve(job.unfinished);
    else job.reject(error);
  }

  /** What a worker is to do of a bundle: the trials whose rows are waited for, unless somebody else brings them. */
  decide(bundleId: string, workerId: string): readonly Decision[] {
    const bundle = this.#open.get(bundleId);
    if (!bundle) return [];
    const { worker, jobs } = bundle;
    const isAnothers = worker !== undefined && worker !== workerId;
    if (isAnothers && this.#parts.session.presence.silence(worker) < SILENT_MS) return jobs.map((job) => (job.bundle === bundle ? 'held' : 'denied'));
    if (worker !== workerId && (this.#ending || (isAnothers && this.#split(bundle)))) return [];
    const before = this.window;
    this.#open.give(bundle, workerId);
    this.#size.begun();
    if (this.window > before) this.#tellOfChangeSoon();
    if (this.#open.unbegun === 0) this.#window.hurry();
    return jobs.map((job) => {
      if (job.bundle !== bundle) return 'denied';
      return job.deaths >= DEATHS ? 'alone' : job.deaths > 0 ? 'suspected' : 'granted';
    });
  }

  /** A worker begins the trial of a bundle. @returns what there is to say to it: that this is known. */
  begin(bundleId: string, workerId: string): string {
    const bundle = this.#open.get(bundleId);
    if (bundle?.worker === workerId) bundle.begun = true;
    return 'noted';
  }

  /** Workers have come or gone: what was begun by one that is gone takes nothing until another one begins it. */
  noteWorkers(): void {
    const workers = this.#parts.session.presence.workers();
    for (const bundle of this.#open.given()) {
      if (workers.has(bundle.worker ?? '')) continue;
      for (const job of openJobsOf(bundle)) {
        job.payments?.close();
        job.payments = undefined;
        job.onGivenUp?.();
        if (this.#ending) this.#open.unbundle(job);
      }
    }
    this.#endWhenAnswered();
  }

  /**
   * A worker died with a bundle. Whichever trial it was: from now on each goes by itself, and says when it is begun, since whoever
   * only held it did not die of it. @returns false for one that is by itself.
   */
  #split(bundle: Bundle): boolean {
    const jobs = openJobsOf(bundle);
    for (const job of jobs) if (job.deaths === 0 || bundle.begun) job.deaths += 1;
    const given = jobs.filter(({ deaths }) => deaths > DEATHS);
    for (const job of given) {
      this.#open.close(job);
      this.#settle(job, new RefusedJobError({ code: 'worker_died', message: `${job.deaths} workers died while they did it, the last one when it did nothing else` }));
    }
    if (jobs.length === 1) return given.length === 1;
    for (const job of jobs) if (this.#open.has(job)) this.#sendAgain(job);
    return true;
  }

  /** Puts a job into the queue again: before others, and by itself, when a worker died with it. */
  #sendAgain(job: OpenJob): void {
    this.#open.unbundle(job);
    job.onGivenUp?.();
    if (this.#ending) return;
    if (job.deaths > 0) this.#send([job], true);
    else this.#packer.add(job);
  }

  /**
   * A request of a trial wants room in the budget.
   * @param id of the question, which may be asked again.
   */
  pay(id: string, workerId: string, question: PaymentQuestion, answer: (reply: PaymentReply) => void): void {
    const bundle = this.#open.get(question.bundleId);
    const job = bundle?.jobs[question.index];
    if (!job || job.bundle !== bundle || bundle.worker !== workerId) return answer({ granted: false, message: 'the run does not wait for this trial any more' });
    if (!job.account) return answer({ granted: true, amount: question.most });
    job.payments ??= new Payments(job.account, job.corrected);
    job.payments.ask(id, question, answer);
  }

  take(batch: AnswerBatch): void {
    let rows = 0;
    const refusals = new Set<string>();
    for (const answer of batch.answers) {
      if (answer.kind === 'row') rows += this.#takeRow(answer) ? 1 : 0;
      else if (answer.kind === 'paid') this.#jobOf(answer)?.payments?.settle(JSON.parse(answer.text) as PaymentOutcome);
      else refusals.add(this.#takeRefusal(answer, batch.workerId));
    }
    if (rows > 0) {
      this.#size.done(rows);
      this.#window.hurry();
    }
    if (refusals.has(RETURNED)) this.#size.returned();
    this.#endWhenAnswered();
  }

  /** Signed, so that it is what a worker wrote down: there is nothing in it that nobody could read back. */
  #decoded(text: string): ResultRow | undefined {
    try {
      return decodeRow(JSON.parse(text));
    } catch {
      this.noteForged('a row');
      return undefined;
    }
  }

  /** Whether this process of the run asked for it, and not an earlier one. */
  #isOwn({ bundleId }: Answer): boolean {
    return bundleId.includes(`_${this.#process}_`);
  }

  #takeRow(answer: Answer): boolean {
    const { digest } = answer;
    const row = this.#decoded(answer.text);
    if (!row) return false;
    const job = this.#open.ofTrial(row.trialKey);
    const isEarlier = !this.#isOwn(answer);
    // It may have been stored before the run was killed: what a run that goes on asks again is not taken once more.
    if (isEarlier && job && !job.isKept(row)) return false;
    if (job?.digest === digest) {
      this.#hopeless = 0;
      this.#open.close(job);
      job.resolve(row);
      return true;
    }
    if (!job && isEarlier) this.#early.add(row, digest);
    else this.repeated += 1;
    return false;
  }

  /** @returns its code. */
  #takeRefusal(answer: Answer, workerId: string): string {
    const refusal = JSON.parse(answer.text) as Refusal;
    const { error, row } = refusal;
    const job = this.#jobOf(answer);
    if (!job) {
      const early = row === undefined || this.#isOwn(answer) ? undefined : this.#decoded(row);
      if (early && !this.#open.ofTrial(early.trialKey)) this.#early.add(early, answer.digest);
      return error.code;
    }
    if (row !== undefined) job.unfinished = this.#decoded(row) ?? job.unfinished;
    if (error.code === RELEASED || error.code === RETURNED) this.#sendAgain(job);
    else if (error.code === SPENT) {
      this.#open.close(job);
      this.#settle(job, new BudgetSpentError(error.message, { hint: error.hint }));
    } else this.#refuse(job, workerId, refusal);
    return error.code;
  }

  /** The job that an answer is for; undefined when nobody waits for it there any more. */
  #jobOf({ bundleId, index }: Pick<Answer, 'bundleId' | 'index'>): OpenJob | undefined {
    const bundle = this.#open.get(bundleId);
    const job = bundle?.jobs[index];
    return job?.bundle === bundle ? job : undefined;
  }

  #refuse(job: OpenJob, workerId: string, { error, lacks }: Refusal): void {
    const workers = this.#parts.session.presence.workers();
    const hint = error.hint === undefined ? '' : ` (${error.hint})`;
    this.#tellOnce(`${workerId} ${lacks ?? error.code}`, `worker ${workers.get(workerId) ?? workerId} refuses trials: ${error.message}${hint}`);
    job.refusedBy.add(workerId);
    if (lacks) job.lacks.add(lacks);
    // That some have no way to the target or a judge says nothing of the trial: all of a machine, or of a network, may have none.
    const enough = lacks ? Infinity : REFUSALS;
    const nobodyElse = job.refusedBy.size >= enough || [...workers.keys()].every((id) => job.refusedBy.has(id));
    if (this.#ending ? !job.unfinished : !nobodyElse) return this.#sendAgain(job);
    // Others that ask another target, or other judges, may take longer than this one is refused. Where it lacks its target here and its
    // judges there, those may have a worker that differ from it in one of them.
    const isHopeless = [...job.lacks].every((what) => this.#open.haveAlike(what, job));
    this.#open.close(job);
    if (isHopeless) this.#noteHopeless(error);
    this.#settle(job, this.#failure ?? new RefusedJobError(error));
  }

  #noteHopeless({ message, hint }: ErrorInfo): void {
    this.#hopeless += 1;
    if (this.#hopeless >= HOPELESS) this.#giveUp(new QueueError(`no worker can do the trials of this run: ${message}`, { hint }));
  }

  /**
   * Puts into the queue again what the server has forgotten, or gives to nobody: one that was killed has lost what was written to it last. It
   * knows nothing of a bundle that was answered either, whose rows may wait to be read for a while, where they are large or the machine is busy.
   * @param readUpTo All that stood there then was taken, as `performance.now()`.
   */
  async recover(readUpTo: number): Promise<void> {
    const { list, session: { presence } } = this.#parts;
    const lost = this.#open.lost(await list.missing(this.#open.ids, (id) => presence.workers().has(this.#open.get(id)?.worker ?? '')), readUpTo);
    // Of some a part may be left, which nobody would take away.
    if (lost.length > 0) void list.remove(lost.map(({ id }) => id));
    for (const bundle of lost) for (const job of openJobsOf(bundle)) this.#sendAgain(job);
    this.#endWhenAnswered();
  }
}
