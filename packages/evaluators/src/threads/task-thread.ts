import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { errorText } from '@assay/schema';
import type { Pending, ThreadAnswer } from './tasks.js';
import { TimeLimit } from './time-limit.js';

/** How long a thread may take to start, in milliseconds. */
const START_MS = 30_000;
/** A task that needs more than this ends with its thread. */
const MOST_MEMORY_MB = 512;

/** Not a path of its own: wherever this code is bundled, the thread's file knows where it is. */
async function threadFile(): Promise<URL> {
  try {
    const { threadUrl } = await import('./work-thread.js');
    return new URL(threadUrl);
  } catch (error) {
    // Node never tries again to open a module that it once could not, as when too many files were open: each later import has the
    // same error. That names the file, which is all that is asked for.
    const { path } = error as NodeJS.ErrnoException;
    if (typeof path !== 'string' || !basename(path).startsWith('work-thread')) throw error;
    return pathToFileURL(path);
  }
}

async function startWorker(): Promise<Worker> {
  return new Worker(await threadFile(), {
    name: 'assay-work',
    workerData: { role: 'assay-work' },
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
}

/** Who is told what becomes of a thread and its task. */
export interface ThreadOwner {
  /** It is ready for its first task. */
  ready(thread: TaskThread): void;
  /** Its task has an answer, and it is free for the next. */
  answered(thread: TaskThread, pending: Pending, answer: ThreadAnswer): void;
  /** The time of its task is over. It is still at work on it. */
  late(thread: TaskThread, pending: Pending): void;
  /** It is gone, by itself, perhaps with a task; or it never was there. */
  gone(thread: TaskThread, why: string, neverStarted: boolean): void;
}

/**
 * A thread that does one task after the other, and is ended when one takes too long: patterns, schemas and
 * templates cannot be stopped in any other way that leaves this process free. It keeps the process alive
 * only while it starts or has a task.
 */
export class TaskThread {
  readonly #owner: ThreadOwner;
  #worker: Worker | undefined;
  #running: Pending | undefined;
  #timer: NodeJS.Timeout | undefined;
  #state: 'starting' | 'ready' | 'ended' = 'starting';

  constructor(owner: ThreadOwner) {
    this.#owner = owner;
    this.#timer = setTimeout(() => this.#leave(`it took longer than ${START_MS / 1000} s`), START_MS);
    void this.#start();
  }

  get isFree(): boolean {
    return this.#state === 'ready' && !this.#running;
  }

  get isStarting(): boolean {
    return this.#state === 'starting';
  }

  /** What it is at work on. */
  get running(): Pending | undefined {
    return this.#running;
  }

  /** Begins with a task. It must be free. */
  take(pending: Pending): void {
    this.#running = pending;
    this.#limit(pending);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#worker?.postMessage(pending.job);
  }

  /** Ends it with what it is at work on. Its owner is not told. */
  end(): void {
    this.#state = 'ended';
    clearTimeout(this.#timer);
    void this.#worker?.terminate();
  }

  #limit(pending: Pending): void {
    const { deadlineMs } = pending;
    const limit = new TimeLimit(deadlineMs);
    const look = (): void => {
      if (limit.isOver) this.#owner.late(this, pending);
      else this.#timer = setTimeout(look, Math.max(limit.left, deadlineMs / 10));
    };
    this.#timer = setTimeout(look, deadlineMs);
  }

  async #start(): Promise<void> {
    try {
      const worker = await startWorker();
      this.#worker = worker;
      if (this.#state === 'ended') return void worker.terminate();
      worker.on('message', (answer: ThreadAnswer | undefined) => this.#receive(answer));
      // Where a thread cannot begin, Node gives the code alone.
      worker.on('error', ({ message }) => this.#leave(message.replace(/(?<=: )E[MN]FILE$/u, '$&: too many open files')));
      worker.on('exit', () => this.#leave('its thread ended'));
      // After the listeners: they would hold the process again. The timers do while there is a task.
      worker.unref();
    } catch (error) {
      this.#leave(errorText(error));
    }
  }

  /** The first message says that it is ready. */
  #receive(answer: ThreadAnswer | undefined): void {
    if (this.#state === 'ended') return;
    clearTimeout(this.#timer);
    const pending = this.#running;
    this.#running = undefined;
    if (this.#state === 'starting') {
      this.#state = 'ready';
      this.#owner.ready(this);
    } else if (pending) this.#owner.answered(this, pending, answer ?? { message: 'there was no answer' });
  }

  #leave(why: string): void {
    if (this.#state === 'ended') return;
    const neverStarted = this.isStarting;
    this.end();
    this.#owner.gone(this, why, neverStarted);
  }
}
