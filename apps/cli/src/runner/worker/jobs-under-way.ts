import type { ReceivedJob, TrialJob } from '@assay/schema';

/** The jobs under way by the keys of their trials, of which there may be several alike. */
export class JobsUnderWay {
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
