import { Worker } from 'node:worker_threads';
import { UnscoredError } from '@assay/schema';
import { SignalGroups } from '../sandbox/signal-groups.js';

/** How long the thread may take to start, in milliseconds. */
const START_MS = 30_000;

/** The text, and the patterns by source and flags. */
export type MatchJob = readonly [text: string, ...patterns: (readonly [source: string, flags: string])[]];
/** Whether each of the patterns matches; in words why that cannot be said. */
export type MatchAnswer = readonly boolean[] | string;

/** `late` when the time is over, else why it cannot be said. */
export type MatchFailure = (why: 'late' | { readonly message: string }) => UnscoredError;

interface Pending {
  readonly job: MatchJob;
  readonly deadlineMs: number;
  readonly signal: AbortSignal | undefined;
  readonly failure: MatchFailure;
  readonly resolve: (matched: readonly boolean[]) => void;
  readonly reject: (error: unknown) => void;
}

async function startWorker(): Promise<Worker> {
  // Not started from a path of its own: wherever this code is bundled, the thread's file knows where it is.
  const { threadUrl } = await import('./match-thread.js');
  return new Worker(new URL(threadUrl), { name: 'assay-patterns', workerData: { role: 'assay-patterns' }, env: {}, execArgv: [] });
}

/**
 * A thread that tries patterns one job after the other, and is ended when one takes too long: the
 * matcher of the language cannot be stopped in any other way that leaves this process free. It
 * starts with the first job, and keeps the process alive only while it has one.
 */
class MatchThread {
  readonly #waiting = new Set<Pending>();
  readonly #signals = new SignalGroups<Pending>((pending) => this.#end(pending, () => pending.reject(pending.signal?.reason)));
  #worker: Worker | undefined;
  #running: Pending | undefined;
  #timer: NodeJS.Timeout | undefined;
  #state: 'none' | 'starting' | 'ready' = 'none';

  run(pending: Pending): void {
    if (pending.signal?.aborted === true) {
      pending.reject(pending.signal.reason);
      return;
    }
    this.#waiting.add(pending);
    if (pending.signal) this.#signals.add(pending.signal, pending);
    this.#next();
  }

  #next(): void {
    if (this.#running || this.#waiting.size === 0) return;
    if (this.#state === 'none') void this.#start();
    if (this.#state !== 'ready') return;
    const [pending] = this.#waiting;
    if (!pending) return;
    this.#waiting.delete(pending);
    this.#running = pending;
    this.#timer = setTimeout(() => this.#end(pending, () => pending.reject(pending.failure('late'))), pending.deadlineMs);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#worker?.postMessage(pending.job);
  }

  async #start(): Promise<void> {
    this.#state = 'starting';
    this.#timer = setTimeout(() => this.#failAll(`it took longer than ${START_MS / 1000} s`), START_MS);
    try {
      const worker = await startWorker();
      this.#worker = worker;
      worker.on('message', (answer: MatchAnswer) => this.#receive(worker, answer));
      worker.on('error', (error) => this.#broken(worker, error.message));
      worker.on('exit', () => this.#broken(worker, 'its thread ended'));
      // After the listeners: they would hold the process again. The timers do while there is a job.
      worker.unref();
    } catch (error) {
      this.#failAll(error instanceof Error ? error.message : String(error));
    }
  }

  #receive(worker: Worker, answer: MatchAnswer): void {
    if (worker !== this.#worker) return;
    clearTimeout(this.#timer);
    this.#state = 'ready';
    const pending = this.#running;
    this.#running = undefined;
    if (pending) {
      this.#forget(pending);
      if (typeof answer === 'string') pending.reject(pending.failure({ message: answer }));
      else pending.resolve(answer);
    }
    this.#next();
  }

  /** Settles a job that has no answer; its thread goes with it when it is at work on it. */
  #end(pending: Pending, settle: () => void): void {
    this.#waiting.delete(pending);
    this.#forget(pending);
    settle();
    if (pending !== this.#running) return;
    this.#endThread();
    this.#next();
  }

  #forget(pending: Pending): void {
    if (pending.signal) this.#signals.delete(pending.signal, pending);
  }

  #broken(worker: Worker, message: string): void {
    if (worker !== this.#worker) return;
    const pending = this.#running;
    if (pending) this.#end(pending, () => pending.reject(pending.failure({ message })));
    else this.#failAll(message);
  }

  #endThread(): void {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = undefined;
    this.#running = undefined;
    this.#state = 'none';
    void worker?.terminate();
  }

  #failAll(why: string): void {
    this.#endThread();
    for (const pending of this.#waiting) {
      this.#waiting.delete(pending);
      this.#forget(pending);
      pending.reject(new UnscoredError(`the thread for patterns did not start: ${why}`));
    }
  }
}

const thread = new MatchThread();

/**
 * Whether each of the patterns matches the text anywhere, found out in a thread that can be ended.
 * @param deadlineMs For all of them together, in milliseconds.
 * @throws What `failure` makes when time is over or a pattern cannot be tried; the signal's reason when
 * that aborts; UnscoredError (infrastructure) when there is no thread.
 */
export function matchInThread(
  patterns: readonly RegExp[],
  text: string,
  { deadlineMs, signal, failure }: { readonly deadlineMs: number; readonly signal?: AbortSignal | undefined; readonly failure: MatchFailure },
): Promise<readonly boolean[]> {
  const job: MatchJob = [text, ...patterns.map(({ source, flags }) => [source, flags] as const)];
  return new Promise((resolve, reject) => thread.run({ job, deadlineMs, signal, failure, resolve, reject }));
}
