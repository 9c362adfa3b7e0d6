import type { BudgetAccount, ResultRow } from '@assay/schema';
import type { Payments } from './payments.js';

/** A job whose row is waited for. */
export interface OpenJob {
  /** As JSON. */
  readonly text: string;
  readonly digest: string;
  readonly trialKey: string;
  /** Name of the target. */
  readonly target: string;
  /** Who is asked for it besides the target. */
  readonly assessors: string;
  /** What its requests are paid from; undefined where nothing limits them. */
  readonly account: BudgetAccount | undefined;
  /** Called when nobody does it any more. */
  readonly onGivenUp: (() => void) | undefined;
  /** Whether a row counts that an earlier process of the run asked for. */
  readonly isKept: (row: ResultRow) => boolean;
  /** What requests of the worker that does it hold there. */
  payments: Payments | undefined;
  /** Corrections that were made of what its requests took. */
  readonly corrected: Set<string>;
  /** Workers that died while they did it. Of the first one that held it nobody knows whether it had begun it. */
  deaths: number;
  /** The bundle that it is in now; undefined while it waits to be sent, and when it is over. */
  bundle: Bundle | undefined;
  /** Workers that cannot do it. */
  readonly refusedBy: Set<string>;
  /** Who does not answer one or another of these. */
  readonly lacks: Set<'target' | 'assessors'>;
  /** What it came to at a worker that could not finish it: its row, when nobody can. */
  unfinished: ResultRow | undefined;
  readonly resolve: (row: ResultRow) => void;
  readonly reject: (error: unknown) => void;
}

/** Jobs that are in the queue as one. */
export interface Bundle {
  readonly id: string;
  /** In their order, also those that are over. */
  readonly jobs: readonly OpenJob[];
  /** How many are not over. */
  open: number;
  /** The worker that was told to do them. */
  worker: string | undefined;
  /** That worker has begun the trial in it: told of those that travel by themselves since a worker died with them. */
  begun: boolean;
  /** Since when the server did not know it whenever it was asked, as `performance.now()`. */
  missedSince: number | undefined;
}

/** The jobs of a run whose rows are waited for, by their bundles in the queue and by their trials. */
export class OpenJobs {
  readonly #bundles = new Map<string, Bundle>();
  readonly #byTrial = new Map<string, OpenJob>();
  #underWay = 0;

  get size(): number {
    return this.#byTrial.size;
  }

  /** Jobs that workers were told to do. */
  get underWay(): number {
    return this.#underWay;
  }

  /** Jobs that no worker was told to do. */
  get unbegun(): number {
    return this.#byTrial.size - this.#underWay;
  }

  /** Of the bundles. */
  get ids(): readonly string[] {
    return [...this.#bundles.keys()];
  }

  get(id: string): Bundle | undefined {
    return this.#bundles.get(id);
  }

  ofTrial(trialKey: string): OpenJob | undefined {
    return this.#byTrial.get(trialKey);
  }

  /** Takes a job that is not sent yet. */
  add(job: OpenJob): void {
    this.#byTrial.set(job.trialKey, job);
  }

  /** Whether all whose rows are waited for have this in common. */
  haveAlike(what: 'target' | 'assessors', job: OpenJob): boolean {
    for (const open of this.#byTrial.values()) if (open[what] !== job[what]) return false;
    return true;
  }

  /** Whether its row is waited for. */
  has(job: OpenJob): boolean {
    return this.#byTrial.get(job.trialKey) === job;
  }

  /**
   * The bundles that the server has lost: it did not know them, and nothing came of them since.
   * @param missing Ids of those that it does not know now.
   * @param readUpTo When it had nothing that was not taken.
   */
  lost(missing: ReadonlySet<string>, readUpTo: number): readonly Bundle[] {
    const now = performance.now();
    for (const [id, bundle] of this.#bundles) bundle.missedSince = missing.has(id) ? (bundle.missedSince ?? now) : undefined;
    return [...this.#bundles.values()].filter(({ missedSince }) => (missedSince ?? Infinity) < readUpTo);
  }

  /** Jobs that nobody does become a bundle. */
  bundle(id: string, jobs: readonly OpenJob[]): Bundle {
    const bundle = { id, jobs, open: jobs.length, worker: undefined, begun: false, missedSince: undefined };
    for (const job of jobs) job.bundle = bundle;
    this.#bundles.set(id, bundle);
    return bundle;
  }

  /** Bundles that workers were told to do. */
  given(): readonly Bundle[] {
    return [...this.#bundles.values()].filter(({ worker }) => worker !== undefined);
  }

  give(bundle: Bundle, workerId: string): void {
    if (bundle.worker === undefined) this.#underWay += bundle.open;
    if (bundle.worker !== workerId) bundle.begun = false;
    bundle.worker = workerId;
  }

  /** A job leaves its bundle, and is waited for as before. @returns the bundle, when nothing of it is left. */
  unbundle(job: OpenJob): Bundle | undefined {
    const { bundle } = job;
    job.payments?.close();
    job.payments = undefined;
    if (!bundle) return undefined;
    job.bundle = undefined;
    bundle.open -= 1;
    if (bundle.worker !== undefined) this.#underWay -= 1;
    if (bundle.open > 0) return undefined;
    this.#bundles.delete(bundle.id);
    return bundle;
  }

  /** A job is over. @returns false when it was over before. */
  close(job: OpenJob): boolean {
    if (!this.has(job)) return false;
    this.#byTrial.delete(job.trialKey);
    this.unbundle(job);
    return true;
  }

  closeAll(error: unknown): void {
    for (const job of this.#byTrial.values()) {
      job.payments?.close();
      if (job.unfinished) job.resolve(job.unfinished);
      else job.reject(error);
    }
    this.#bundles.clear();
    this.#byTrial.clear();
    this.#underWay = 0;
  }
}

/** Jobs of a bundle that are not over. */
export function openJobsOf(bundle: Bundle): readonly OpenJob[] {
  return bundle.jobs.filter((job) => job.bundle === bundle);
}
