import type { ResultRow, UsageError } from '@assay/schema';
import { isSameReply } from './same-result.js';

interface Conflict {
  readonly error: UsageError;
  /** The trial has two replies, of which no row that lost nothing can be that of both. */
  readonly repliesDiffer: boolean;
}

/**
 * Trials of which two rows differ, as long as no row counts before both: that may come with a later run, and in which order runs are
 * given says nothing.
 */
export class OpenConflicts {
  readonly #trials = new Map<string, Conflict>();

  /** Two rows of a trial differ, and neither counts before the other. @param error said of the first two alone. */
  add(one: ResultRow, other: ResultRow, error: () => UsageError): void {
    const key = one.trialKey;
    const before = this.#trials.get(key);
    const repliesDiffer = !isSameReply(one, other);
    if (!before) this.#trials.set(key, { error: error(), repliesDiffer });
    else if (repliesDiffer) this.#trials.set(key, { ...before, repliesDiffer });
  }

  /** A row says more of the trial than those that differ. */
  settled(key: string): void {
    this.#trials.delete(key);
  }

  /** A row lost nothing, which those with its reply did. */
  made(key: string): void {
    if (this.#trials.get(key)?.repliesDiffer === false) this.#trials.delete(key);
  }

  /** What is to be said of the first trial whose rows still differ. */
  get error(): UsageError | undefined {
    const [first] = this.#trials.values();
    return first?.error;
  }
}
