import type { LocatedCase } from '@assay/schema';

/** What a step comes to: a case, or the end. */
export type Step = IteratorResult<LocatedCase, undefined>;

/** A file's cases are at their end. */
export const DONE: Step = { done: true, value: undefined };

/**
 * One pass over the cases of a file that is read as they are asked for, never ahead. A case that is in memory already costs
 * no waiting, which matters at millions of them; those that have to wait come in the order in which they were asked for.
 */
export abstract class CaseIterator implements AsyncIterator<LocatedCase, undefined> {
  #pending: Promise<unknown> | undefined;

  /** The next case of what is in memory; undefined when waiting is needed. May throw, which ends the pass. */
  protected abstract takeReady(): Step | undefined;

  /** Reads until there is a case, or the end. A failure ends the pass. */
  protected abstract readOn(): Promise<Step>;

  /** Lets go of the file. May be called more than once. */
  protected abstract close(): Promise<void>;

  next(): Promise<Step> {
    // Asking again before the answer has come: first come, first served.
    if (this.#pending) return this.#enqueue(() => this.#wait());
    try {
      const step = this.takeReady();
      return step ? Promise.resolve(step) : this.#enqueue(() => this.#wait());
    } catch (error) {
      return this.#enqueue(() => this.#fail(error));
    }
  }

  async return(): Promise<Step> {
    await this.close();
    return DONE;
  }

  async #wait(): Promise<Step> {
    try {
      const step = await this.readOn();
      if (step.done) await this.close();
      return step;
    } catch (error) {
      return this.#fail(error);
    }
  }

  async #fail(error: unknown): Promise<Step> {
    await this.close();
    throw error;
  }

  #enqueue(work: () => Promise<Step>): Promise<Step> {
    const result = this.#pending ? this.#pending.then(work, work) : work();
    const settled: Promise<void> = result.then(
      () => this.#release(settled),
      () => this.#release(settled),
    );
    this.#pending = settled;
    return result;
  }

  #release(settled: Promise<unknown>): void {
    if (this.#pending === settled) this.#pending = undefined;
  }
}
