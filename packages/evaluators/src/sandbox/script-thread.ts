import { Worker } from 'node:worker_threads';
import { isError, UnscoredError } from '@assay/schema';
import { TimeLimit } from '../threads/time-limit.js';
import { decodeAnswers } from './decode-answer.js';
import { JobWriter } from './job-writer.js';
import type { AnswerMessage, JobMessage, ScriptAnswer, ScriptGlobals, ScriptValue, ThreadData } from './protocol.js';
import { SignalGroups } from '../threads/signal-groups.js';

/** How long a script may go on after its deadline before its thread is ended, in milliseconds. */
const GRACE_MS = 250;
const WATCH_EVERY_MS = 50;
/** How long the thread may take to start, in milliseconds. */
const START_MS = 30_000;
/** Jobs, and characters of their texts, that wait in the thread itself; the rest waits here. */
const MOST_SENT = 512;
/** Jobs in one message: the thread works on one while the answers to another are dealt with. */
const MOST_IN_MESSAGE = 128;
const MOST_SENT_CHARACTERS = 4_000_000;
/** QuickJS runs on the thread's stack, in megabytes. */
const STACK_MB = 16;

/** A script to run. */
export interface ScriptRequest {
  readonly code: string;
  readonly globals: ScriptGlobals;
  readonly deadlineMs: number;
  readonly memoryBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ScriptResult {
  readonly value: ScriptValue;
}

interface Pending {
  readonly id: number;
  readonly request: ScriptRequest;
  readonly resolve: (result: ScriptResult) => void;
  readonly reject: (error: unknown) => void;
  /** True after jobs that ran in one go had to be stopped: by itself it shows whether it was this one. */
  alone: boolean;
}

/** The thread, once it has been told to start. */
interface Running {
  readonly worker: Worker;
  readonly writer: JobWriter;
  /** One number: the id of the job that is running, or 0. */
  readonly job: Int32Array;
  readonly startedAt: number;
  /** True once it has answered. */
  ready: boolean;
  /** Why it ended by itself. */
  error: unknown;
}

function textOf({ request }: Pending): string {
  return request.globals.text ?? '';
}

function timeout(request: ScriptRequest): UnscoredError {
  return new UnscoredError(`the script did not finish within ${request.deadlineMs} ms`, {
    reason: 'config',
    hint: 'look for a loop or a pattern that does not end',
  });
}

function crash(message: string): UnscoredError {
  return new UnscoredError(`the script broke the sandbox: ${message}`, {
    reason: 'config',
    hint: 'look for very deep recursion or very large values',
  });
}

async function startWorker(data: ThreadData): Promise<Worker> {
  // Not started from a path of its own: wherever this code is bundled, the thread's file knows where it is.
  const { threadUrl } = await import('./thread.js');
  return new Worker(new URL(threadUrl), {
    name: 'assay-sandbox',
    workerData: data,
    env: {},
    execArgv: [],
    resourceLimits: { stackSizeMb: STACK_MB },
  });
}

function send(worker: Worker, message: JobMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  worker.postMessage(message);
}

/**
 * Runs scripts one after the other in a thread that can be ended from outside, whatever they do. A
 * script that has to be stopped that way costs only its own result: the others run in the next thread.
 * The thread starts with the first script, and never keeps the process alive by itself.
 */
export class ScriptThread {
  /** Not yet in the thread, in the order in which they were asked for. */
  #waiting = new Set<Pending>();
  /** In the thread, by id, in the order in which they were sent. */
  #sent = new Map<number, Pending>();
  #sentCharacters = 0;
  readonly #signals = new SignalGroups<Pending>((pending) => this.#abort(pending));
  #nextId = 1;
  #running: Running | undefined;
  #starting = false;
  #flushing = false;
  #timer: NodeJS.Timeout | undefined;
  #watched: { readonly id: number; readonly limit: TimeLimit } | undefined;

  /**
   * @throws UnscoredError (config) when it does not end in time or breaks its sandbox,
   * (infrastructure) when there is no sandbox; the signal's reason when that aborts.
   */
  run(request: ScriptRequest): Promise<ScriptResult> {
    const { signal } = request;
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const id = this.#nextId;
      this.#nextId = id === 2 ** 31 - 1 ? 1 : id + 1;
      const pending: Pending = { id, request, resolve, reject, alone: false };
      this.#waiting.add(pending);
      if (signal) this.#signals.add(signal, pending);
      this.#watch();
      this.#flushSoon();
    });
  }

  /** Scripts that are asked for in one go are sent in one message. */
  #flushSoon(): void {
    if (this.#flushing) return;
    this.#flushing = true;
    queueMicrotask(() => {
      this.#flushing = false;
      if (this.#running) this.#flush(this.#running);
      else void this.#start();
    });
  }

  async #start(): Promise<void> {
    if (this.#starting || this.#isIdle) return;
    this.#starting = true;
    try {
      const job = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      const worker = await startWorker({ role: 'assay-sandbox', running: job });
      const running: Running = { worker, writer: new JobWriter(), job, startedAt: performance.now(), ready: false, error: undefined };
      worker.on('message', (message: AnswerMessage) => this.#receive(running, message));
      worker.on('error', (error) => {
        running.error = error;
      });
      worker.on('exit', () => this.#ended(running));
      // After the listeners: they would hold the process again.
      worker.unref();
      this.#running = running;
      this.#flush(running);
    } catch (error) {
      this.#failAll(error);
    } finally {
      this.#starting = false;
    }
  }

  #flush({ worker, writer }: Running): void {
    let jobs = 0;
    for (const pending of this.#waiting) {
      const { id, alone, request } = pending;
      const length = textOf(pending).length;
      const isFull = this.#sent.size > 0 && this.#sentCharacters + length > MOST_SENT_CHARACTERS;
      if (this.#sent.size >= MOST_SENT || isFull) break;
      this.#waiting.delete(pending);
      this.#sent.set(id, pending);
      this.#sentCharacters += length;
      writer.add({ id, alone, ...request });
      jobs += 1;
      if (jobs % MOST_IN_MESSAGE === 0) send(worker, writer.take());
    }
    if (jobs % MOST_IN_MESSAGE > 0) send(worker, writer.take());
  }

  #receive(running: Running, message: AnswerMessage): void {
    if (running !== this.#running) return;
    running.ready = true;
    for (const [id, answer] of decodeAnswers(message)) {
      const pending = this.#sent.get(id);
      if (pending) this.#answer(pending, answer);
    }
    this.#flush(running);
    this.#watch();
  }

  #answer(pending: Pending, answer: ScriptAnswer): void {
    this.#drop(pending);
    if (answer.type === 'timeout') pending.reject(timeout(pending.request));
    else if (answer.type === 'crash') pending.reject(crash(answer.message));
    else pending.resolve({ value: answer });
  }

  #drop(pending: Pending): void {
    this.#waiting.delete(pending);
    if (this.#sent.delete(pending.id)) this.#sentCharacters -= textOf(pending).length;
    if (pending.request.signal) this.#signals.delete(pending.request.signal, pending);
  }

  #abort(pending: Pending): void {
    const { id } = pending;
    const isRunning = this.#runningId === id || (this.#runningId < 0 && this.#sent.has(id));
    this.#drop(pending);
    pending.reject(pending.request.signal?.reason);
    if (isRunning) this.#endThread();
    this.#watch();
  }

  get #isIdle(): boolean {
    return this.#waiting.size === 0 && this.#sent.size === 0;
  }

  /** The id of the job that the thread is at; that of the first one, negative, while several run in one go; or 0. */
  get #runningId(): number {
    return this.#running ? Atomics.load(this.#running.job, 0) : 0;
  }

  /** The thread ended by itself: it could not start, or a script broke it. */
  #ended(running: Running): void {
    if (running !== this.#running) return;
    if (this.#runningId < 0) this.#separate();
    const culprit = this.#sent.get(this.#runningId);
    if (culprit) {
      const message = isError(running.error) ? running.error.message : 'its thread ended';
      this.#answer(culprit, { type: 'crash', message });
    }
    this.#forgetThread();
    if (running.ready) this.#flushSoon();
    else this.#failAll(running.error);
  }

  /** Has all jobs that are in the thread run one by one the next time. */
  #separate(): void {
    for (const pending of this.#sent.values()) pending.alone = true;
  }

  #endThread(): void {
    const worker = this.#running?.worker;
    this.#forgetThread();
    void worker?.terminate();
    this.#flushSoon();
  }

  /** What was in the thread without an answer will be sent again, before the rest. */
  #forgetThread(): void {
    this.#running = undefined;
    this.#waiting = new Set([...this.#sent.values(), ...this.#waiting]);
    this.#sent.clear();
    this.#sentCharacters = 0;
    this.#watched = undefined;
  }

  #failAll(cause: unknown): void {
    const why = isError(cause) ? `: ${cause.message}` : '';
    for (const pending of [...this.#sent.values(), ...this.#waiting]) {
      this.#drop(pending);
      pending.reject(new UnscoredError(`the sandbox for scripts did not start${why}`, { cause }));
    }
    this.#watch();
  }

  /** Looks after the thread, and keeps the process alive, while someone waits. */
  #watch(): void {
    if (this.#isIdle) this.#timer?.unref();
    else if (this.#timer) this.#timer.ref();
    else this.#timer = setInterval(() => this.#look(), WATCH_EVERY_MS);
  }

  #look(): void {
    if (this.#isIdle) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    const running = this.#running;
    if (!running) return;
    if (!running.ready && performance.now() - running.startedAt > START_MS) {
      this.#forgetThread();
      void running.worker.terminate();
      this.#failAll(new UnscoredError(`it took longer than ${START_MS / 1000} s`));
      return;
    }
    const id = this.#runningId;
    // An aborted job may still run: the shortest deadline is as good as any for it.
    const culprit = this.#sent.get(Math.abs(id));
    if (id === 0 || id !== this.#watched?.id) {
      this.#watched = id === 0 ? undefined : { id, limit: new TimeLimit((culprit?.request.deadlineMs ?? 0) + GRACE_MS) };
      return;
    }
    if (!this.#watched.limit.isOver) return;
    if (id < 0) this.#separate();
    else if (culprit) this.#answer(culprit, { type: 'timeout' });
    this.#endThread();
  }
}
