import type { BudgetAccount, ReceivedJob } from '@assay/schema';
import type { Decision } from '../messages/decision.js';
import { jobDigest, type Envelope } from '../messages/envelope.js';
import type { HeldJob, JobSource } from './job-source.js';

/** A trial of a bundle, which this worker was told to do. */
export interface HeldTrial {
  readonly runId: string;
  readonly bundleId: string;
  /** Its place in the bundle. */
  readonly index: number;
  readonly digest: string;
  /** Its run did not answer when a request wanted room in the budget: whether there is any, nobody knows. */
  isUnanswered: boolean;
}

interface Held {
  readonly job: HeldJob;
  /** Trials whose answers the server has not taken. */
  open: number;
}

export interface HeldBundlesOptions {
  /** What the requests of a trial are paid from whose run has a budget. */
  readonly accountOf: (trial: HeldTrial) => BudgetAccount;
  /** Tells the run of a trial that this worker begins it. Never rejects. */
  readonly begins: (trial: HeldTrial) => Promise<void>;
}

/** The bundles that this worker holds, and the trials in them that it answers. */
export class HeldBundles {
  readonly #source: Pick<JobSource, 'done'>;
  readonly #how: HeldBundlesOptions;
  readonly #trials = new Map<ReceivedJob, HeldTrial>();
  readonly #bundles = new Map<string, Held>();
  readonly #ending = new Set<Promise<void>>();

  constructor(source: Pick<JobSource, 'done'>, how: HeldBundlesOptions) {
    this.#source = source;
    this.#how = how;
  }

  /** How many trials are held whose answers are not on their way. */
  get unanswered(): number {
    return this.#trials.size;
  }

  /** Whether the bundle is held already: the server gave it out a second time. */
  has(bundleId: string): boolean {
    return this.#bundles.has(bundleId);
  }

  /** The trials of a bundle that are to be done; a bundle without any is over. */
  async take(job: HeldJob, { run, jobs, paid }: Envelope, decisions: readonly Decision[]): Promise<readonly ReceivedJob[]> {
    const received: ReceivedJob[] = [];
    for (const [index, text] of jobs.entries()) {
      const decision = decisions[index] ?? 'denied';
      if (decision === 'denied') continue;
      const trial: HeldTrial = { runId: run, bundleId: job.id, index, digest: jobDigest(text), isUnanswered: false };
      const { accountOf, begins } = this.#how;
      const one: ReceivedJob = {
        text,
        alone: decision === 'alone',
        ...(decision === 'granted' ? {} : { begins: () => begins(trial) }),
        ...(paid ? { account: accountOf(trial) } : {}),
      };
      this.#trials.set(one, trial);
      received.push(one);
    }
    if (received.length === 0) await this.#source.done(job);
    else this.#bundles.set(job.id, { job, open: received.length });
    return received;
  }

  of(received: ReceivedJob): HeldTrial | undefined {
    return this.#trials.get(received);
  }

  /**
   * A trial is being answered, once.
   * @returns to be called when the server has taken the answer: until then the bundle is held, or others would do the trial meanwhile.
   */
  answered(received: ReceivedJob): () => void {
    const trial = this.#trials.get(received);
    if (!this.#trials.delete(received) || !trial) return () => undefined;
    return () => this.#taken(trial);
  }

  /** The bundle of the last one is over. */
  #taken({ bundleId }: HeldTrial): void {
    const held = this.#bundles.get(bundleId);
    if (!held) return;
    held.open -= 1;
    if (held.open > 0) return;
    this.#bundles.delete(bundleId);
    const ending = this.#source.done(held.job).finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  /** Resolves when the queue knows of all bundles that are over. */
  async ended(): Promise<void> {
    await Promise.all(this.#ending);
  }
}
