import { Worker } from 'node:worker_threads';
import { UnscoredError, type JsonValue } from '@assay/schema';
import { SignalGroups } from '../sandbox/signal-groups.js';

/** How long the thread may take to start, in milliseconds. */
const START_MS = 30_000;
/** A task that needs more than this ends with its thread. */
const MOST_MEMORY_MB = 512;

/** A pattern by source and flags. */
type WrittenPattern = readonly [source: string, flags: string];

/** What the thread can do: what it needs, and what it gives. */
export interface Tasks {
  /** Whether each of the patterns matches the text anywhere. */
  readonly match: { readonly input: readonly [text: string, ...patterns: WrittenPattern[]]; readonly output: readonly boolean[] };
  /** What a value has against a schema, which is a text of JSON; its patterns by how they are written there. */
  readonly schema: {
    readonly input: readonly [schema: string, patterns: Readonly<Record<string, WrittenPattern>>, value: JsonValue];
    readonly output: readonly string[];
  };
  /** A template of Liquid, filled in. `fence` is one with its name, code and text replaced by letters. */
  readonly template: {
    readonly input: { readonly text: string; readonly variables: Readonly<Record<string, string>>; readonly code: string; readonly fence: string };
    readonly output: string;
  };
}

export type Task = { readonly [Name in keyof Tasks]: { readonly task: Name; readonly input: Tasks[Name]['input'] } }[keyof Tasks];
/** What a task gave, or in words why it gave nothing. */
export type ThreadAnswer = { readonly output: Tasks[keyof Tasks]['output'] } | { readonly message: string };

/** `late` when the time is over, else why there is no answer. */
export type ThreadFailure = (why: 'late' | { readonly message: string }) => UnscoredError;

interface Pending {
  readonly job: Task;
  readonly deadlineMs: number;
  readonly signal: AbortSignal | undefined;
  readonly failure: ThreadFailure;
  readonly resolve: (output: Tasks[keyof Tasks]['output']) => void;
  readonly reject: (error: unknown) => void;
}

async function startWorker(): Promise<Worker> {
  // Not started from a path of its own: wherever this code is bundled, the thread's file knows where it is.
  const { threadUrl } = await import('./work-thread.js');
  return new Worker(new URL(threadUrl), {
    name: 'assay-work',
    workerData: { role: 'assay-work' },
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
}

/**
 * A thread that does one job after the other, and is ended when one takes too long: patterns, schemas and
 * templates cannot be stopped in any other way that leaves this process free. It starts with the
 * first job, and keeps the process alive only while it has one.
 */
class WorkThread {
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
      worker.on('message', (answer: ThreadAnswer | undefined) => this.#receive(worker, answer));
      worker.on('error', (error) => this.#broken(worker, error.message));
      worker.on('exit', () => this.#broken(worker, 'its thread ended'));
      // After the listeners: they would hold the process again. The timers do while there is a job.
      worker.unref();
    } catch (error) {
      this.#failAll(error instanceof Error ? error.message : String(error));
    }
  }

  #receive(worker: Worker, answer: ThreadAnswer | undefined): void {
    if (worker !== this.#worker) return;
    clearTimeout(this.#timer);
    this.#state = 'ready';
    const pending = this.#running;
    this.#running = undefined;
    if (pending) {
      this.#forget(pending);
      if (answer && 'output' in answer) pending.resolve(answer.output);
      else pending.reject(pending.failure(answer ?? { message: 'there was no answer' }));
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
      pending.reject(new UnscoredError(`the thread for long tasks did not start: ${why}`));
    }
  }
}

const thread = new WorkThread();

/**
 * Does what may take long in a thread that can be ended, while this one is free for everything else.
 * @param deadlineMs How long it may take, in milliseconds, from when its turn comes.
 * @throws What `failure` makes when time is over or there is no answer; the signal's reason when
 * that aborts; UnscoredError (infrastructure) when there is no thread.
 */
export function runInThread<Name extends keyof Tasks>(
  task: Name,
  input: Tasks[Name]['input'],
  { deadlineMs, signal, failure }: { readonly deadlineMs: number; readonly signal?: AbortSignal | undefined; readonly failure: ThreadFailure },
): Promise<Tasks[Name]['output']> {
  const job = { task, input } as Task;
  return new Promise<Tasks[keyof Tasks]['output']>((resolve, reject) => thread.run({ job, deadlineMs, signal, failure, resolve, reject }));
}
