import { setTimeout as sleep } from 'node:timers/promises';
import type { HeldJob, JobSource } from './job-source.js';

/** Milliseconds until such a bundle goes back. */
const BACK_MS = 500;

/**
 * Bundles that the queue gave to this worker while another one does them, as it does when a server that takes nothing has forgotten who holds
 * what. Taken off, they would be missed by their run and done twice: each goes back a little later, and whoever gets it asks again.
 */
export class AnothersBundles {
  readonly #source: Pick<JobSource, 'giveBack'>;
  readonly #closing = new AbortController();
  readonly #returning = new Set<Promise<void>>();

  constructor(source: Pick<JobSource, 'giveBack'>) {
    this.#source = source;
  }

  add(job: HeldJob): void {
    const returning = this.#return(job).finally(() => this.#returning.delete(returning));
    this.#returning.add(returning);
  }

  async #return(job: HeldJob): Promise<void> {
    await sleep(BACK_MS, undefined, { signal: this.#closing.signal }).catch(() => undefined);
    await this.#source.giveBack(job);
  }

  /** All go back at once. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#returning);
  }
}
