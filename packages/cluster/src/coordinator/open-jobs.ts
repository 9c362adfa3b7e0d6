import type { ResultRow } from '@assay/schema';

/** A job whose row is waited for. */
export interface OpenJob {
  /** As JSON. */
  readonly text: string;
  readonly digest: string;
  readonly trialKey: string;
  /** Under which it is in the queue now. */
  id: string;
  /** The worker that was told to do it. */
  worker: string | undefined;
  /** The server did not know it when it was asked last. */
  missed: boolean;
  /** Workers that cannot do it. */
  readonly refusedBy: Set<string>;
  readonly resolve: (row: ResultRow) => void;
  readonly reject: (error: unknown) => void;
}

/** The jobs of a run whose rows are waited for, by their ids in the queue and by their trials. */
export class OpenJobs {
  readonly #byId = new Map<string, OpenJob>();
  readonly #byTrial = new Map<string, OpenJob>();
  #underWay = 0;

  /** Jobs that workers were told to do. */
  get underWay(): number {
    return this.#underWay;
  }

  get ids(): readonly string[] {
    return [...this.#byId.keys()];
  }

  get(id: string): OpenJob | undefined {
    return this.#byId.get(id);
  }

  ofTrial(trialKey: string): OpenJob | undefined {
    return this.#byTrial.get(trialKey);
  }

  /** Takes a job that nobody does. */
  open(job: OpenJob, id: string): void {
    job.id = id;
    job.worker = undefined;
    job.missed = false;
    this.#byId.set(id, job);
    this.#byTrial.set(job.trialKey, job);
  }

  give(job: OpenJob, workerId: string): void {
    if (job.worker === undefined) this.#underWay += 1;
    job.worker = workerId;
  }

  /** @returns false when it was closed before. */
  close(job: OpenJob): boolean {
    if (!this.#byId.delete(job.id)) return false;
    this.#byTrial.delete(job.trialKey);
    if (job.worker !== undefined) this.#underWay -= 1;
    return true;
  }

  closeAll(error: unknown): void {
    for (const job of this.#byId.values()) job.reject(error);
    this.#byId.clear();
    this.#byTrial.clear();
    this.#underWay = 0;
  }
}
