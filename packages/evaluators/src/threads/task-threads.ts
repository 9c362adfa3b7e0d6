import { UnscoredError } from '@assay/schema';
import { SignalGroups } from './signal-groups.js';
import type { Pending } from './tasks.js';
import { TaskThread, type ThreadOwner } from './task-thread.js';

/**
 * Threads for tasks that may take long. Each starts when a task finds none free, so that a task that hangs holds up
 * others only when it has as many like it as there may be threads.
 */
export class TaskThreads {
  readonly #most: number;
  readonly #waiting = new Set<Pending>();
  readonly #threads = new Set<TaskThread>();
  readonly #signals = new SignalGroups<Pending>((pending) => this.#endTask(pending, () => pending.reject(pending.signal?.reason)));

  /** @param most threads at once, at least 1. */
  constructor(most: number) {
    this.#most = most;
  }

  run(pending: Pending): void {
    if (pending.signal?.aborted === true) {
      pending.reject(pending.signal.reason);
      return;
    }
    this.#waiting.add(pending);
    if (pending.signal) this.#signals.add(pending.signal, pending);
    this.#next();
  }

  /** Hands out what waits, and starts threads for what is left. */
  #next(): void {
    for (const thread of this.#threads) {
      const [pending] = this.#waiting;
      if (!pending) return;
      if (!thread.isFree) continue;
      this.#waiting.delete(pending);
      thread.take(pending);
    }
    let starting = [...this.#threads].filter((thread) => thread.isStarting).length;
    while (starting < this.#waiting.size && this.#threads.size < this.#most) {
      this.#threads.add(new TaskThread(this.#owner));
      starting += 1;
    }
  }

  readonly #owner: ThreadOwner = {
    ready: () => this.#next(),
    answered: (_thread, pending, answer) => {
      this.#forget(pending);
      if ('output' in answer) pending.resolve(answer.output);
      else pending.reject(pending.failure(answer));
      this.#next();
    },
    late: (_thread, pending) => this.#endTask(pending, () => pending.reject(pending.failure('late'))),
    gone: (thread, why, neverStarted) => {
      this.#threads.delete(thread);
      const { running } = thread;
      if (running) this.#settle(running, () => running.reject(running.failure({ message: why })));
      else if (neverStarted && this.#threads.size === 0) this.#failAll(why);
      this.#next();
    },
  };

  /** Settles a task that has no answer; its thread goes with it when one is at work on it. */
  #endTask(pending: Pending, settle: () => void): void {
    for (const thread of this.#threads) {
      if (thread.running !== pending) continue;
      thread.end();
      this.#threads.delete(thread);
    }
    this.#settle(pending, settle);
    this.#next();
  }

  #settle(pending: Pending, settle: () => void): void {
    this.#waiting.delete(pending);
    this.#forget(pending);
    settle();
  }

  #forget(pending: Pending): void {
    if (pending.signal) this.#signals.delete(pending.signal, pending);
  }

  #failAll(why: string): void {
    for (const pending of this.#waiting) {
      this.#settle(pending, () => pending.reject(new UnscoredError(`the thread for long tasks did not start: ${why}`)));
    }
  }
}
