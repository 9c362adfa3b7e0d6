import { setImmediate as turn } from 'node:timers/promises';
import { UsageError, type Trial } from '@assay/schema';
import { SpareSignals, type Ending } from '../deadline/spare-signals.js';
import { PendingTrials } from './pending-trials.js';

/** Trials that may wait for a place at their target, per trial that may run, while places are free. */
const LOOK_AHEAD = 4;
/**
 * Milliseconds of reading after which what was begun goes on. Where trials are read without waiting for anything, the connections of
 * the first would else stand, and their requests leave, when the last of them is read: a tenth of a second later.
 */
const READ_ON_MS = 4;
/**
 * As many once a trial is over: by then replies come in between by themselves. But where many places come free together, as with the
 * workers of a queue, hundreds are read in one go, and for half a second nobody would look at what came meanwhile.
 */
const READ_ON_LATER_MS = 12;

interface ExecuteOptions {
  readonly signal: AbortSignal;
  /**
   * Gives the trial's place at its target, and in the pool, to another one: nothing is left to do
   * but to wait for others (judges). More than the first call changes nothing.
   */
  readonly leavePlace: () => void;
}

export interface PoolOptions<T> {
  /** Read only as fast as trials can start, and never further than the look-ahead window. */
  readonly trials: AsyncIterable<Trial>;
  /** Runs one trial. A rejection stops the pool, unless the signal has aborted. */
  readonly execute: (trial: Trial, options: ExecuteOptions) => Promise<T>;
  /** Most trials that hold a place at once. Whole, ≥ 1; a function is asked again and again. */
  readonly concurrency: number | (() => number);
  /** Takes what is to be called when more trials may begin than before. @returns ends that. */
  readonly onChange?: ((changed: () => void) => () => void) | undefined;
  /** Takes what tells how trials are, whoever wants to know. */
  readonly observe?: ((state: () => PoolState) => void) | undefined;
  /** Most trials at once of one target (`workers`), a whole number ≥ 1; undefined for no limit of its own. */
  readonly limitOf?: ((target: string) => number | undefined) | undefined;
  /**
   * Most trials that may be under way besides as many as hold a place: those that have left theirs.
   * Asked again and again, whole, ≥ 0. Default: the concurrency.
   */
  readonly judging?: (() => number) | undefined;
  /**
   * Most trials that may begin while as many others are over at their targets and wait for `onDone`: asked for in vain
   * when the process is killed. Asked again and again, whole, ≥ 0. Default: none, a place is free when its result is kept.
   */
  readonly keeping?: (() => number) | undefined;
  /** Whether no trial is to start now, though places are free; one under way ends before this changes. Asked again and again. */
  readonly heldBack?: (() => boolean) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onStart?: ((trial: Trial) => void) | undefined;
  /** Keeps a result: until it resolves the trial holds its place, unless it has left that. A rejection stops the pool. */
  readonly onDone?: ((result: T, trial: Trial) => void | Promise<void>) | undefined;
}

/** How trials are at a moment. */
export interface PoolState {
  /** Trials that wait for judges, and for nothing else. */
  readonly judging: number;
  /** Whether more of those keep others from their beginning. */
  readonly judgesHoldUp: boolean;
}

export interface PoolResult {
  readonly started: number;
  /** Trials whose result was handed to `onDone`. */
  readonly finished: number;
  /** True if the signal aborted before everything was done. */
  readonly interrupted: boolean;
}

type State = 'open' | 'drained' | 'stopped';

class Pool<T> {
  readonly #options: PoolOptions<T>;
  readonly #source: AsyncIterator<Trial>;
  readonly #pending: PendingTrials;
  /** A signal for each trial under way: with the run's own for all, its listeners would pile up. */
  readonly #active = new Set<Ending>();
  readonly #signals = new SpareSignals();
  /** Trials at their targets. */
  #placed = 0;
  /** Results that are being kept. */
  #keeping = 0;
  /** Results that are being kept while their trial still holds its place. */
  #keepingPlaced = 0;
  #state: State = 'open';
  #reading = false;
  /** When what was begun could go on last, as `performance.now()`. */
  #turnedAt = performance.now();
  #started = 0;
  #finished = 0;
  #unfinished = 0;
  #failure: { readonly error: unknown } | undefined;
  #settle: () => void = () => undefined;

  constructor(options: PoolOptions<T>) {
    this.#options = options;
    this.#pending = new PendingTrials(options.limitOf ?? (() => undefined));
    this.#source = options.trials[Symbol.asyncIterator]();
  }

  async run(): Promise<PoolResult> {
    const { signal } = this.#options;
    const onAbort = (): void => this.#interrupt();
    signal?.addEventListener('abort', onAbort, { once: true });
    const endChanges = this.#options.onChange?.(() => this.#pump());
    this.#options.observe?.(() => this.#observed());
    try {
      await new Promise<void>((resolve) => {
        this.#settle = resolve;
        if (signal?.aborted) this.#interrupt();
        else this.#pump();
      });
    } finally {
      signal?.removeEventListener('abort', onAbort);
      endChanges?.();
    }
    if (this.#failure) throw this.#failure.error;
    return {
      started: this.#started,
      finished: this.#finished,
      interrupted: signal?.aborted === true && (this.#state === 'stopped' || this.#unfinished > 0),
    };
  }

  /** Starts what may start and reads on while there is a place for it. */
  #pump(): void {
    while (this.#hasPlace()) {
      const trial = this.#pending.take();
      if (!trial) break;
      void this.#work(trial);
    }
    if (this.#state === 'open' && !this.#reading && this.#hasRoom()) void this.#read();
    const idle = this.#pending.size === 0 && this.#active.size === 0 && this.#keeping === 0;
    if (this.#state !== 'open' && idle) this.#settle();
  }

  /**
   * Whoever is killed loses what was asked and is not kept: no more than there are places. Trials that wait for judges
   * are bounded too, so that slow judges do not fill the memory.
   */
  #hasPlace(): boolean {
    const { heldBack, keeping } = this.#options;
    if (this.#active.size > 0 && heldBack?.() === true) return false;
    const concurrency = this.#concurrency;
    if (this.#placed >= concurrency) return false;
    const underWay = this.#underWay;
    // The rest is not asked as long as it cannot matter: this is asked several times a trial.
    if (underWay < concurrency) return true;
    if (underWay >= this.#mostUnderWay) return false;
    return this.#placed + this.#keepingPlaced < concurrency + (keeping?.() ?? 0);
  }

  get #underWay(): number {
    return this.#active.size + this.#keeping;
  }

  get #concurrency(): number {
    const { concurrency } = this.#options;
    return typeof concurrency === 'number' ? concurrency : concurrency();
  }

  get #mostUnderWay(): number {
    const concurrency = this.#concurrency;
    return concurrency + (this.#options.judging?.() ?? concurrency) + (this.#options.keeping?.() ?? 0);
  }

  #observed(): PoolState {
    const judging = this.#active.size - this.#placed;
    return { judging, judgesHoldUp: this.#placed < this.#concurrency && this.#underWay >= this.#mostUnderWay };
  }

  /**
   * The next trials are read while others wait for replies, so that a place that comes free is
   * taken at once. Further ahead only for places that stay free because targets are at their limits.
   */
  #hasRoom(): boolean {
    const concurrency = this.#concurrency;
    const window = this.#hasPlace() ? LOOK_AHEAD * concurrency : concurrency;
    return this.#pending.size < window;
  }

  async #read(): Promise<void> {
    this.#reading = true;
    try {
      if (performance.now() - this.#turnedAt >= (this.#finished === 0 ? READ_ON_MS : READ_ON_LATER_MS)) {
        await turn();
        this.#turnedAt = performance.now();
      }
      const next = this.#state === 'open' ? await this.#source.next() : undefined;
      if (next && this.#state === 'open') {
        if (next.done) this.#state = 'drained';
        else this.#pending.add(next.value);
      }
    } catch (error) {
      this.#fail(error);
    }
    this.#reading = false;
    this.#pump();
  }

  async #work(trial: Trial): Promise<void> {
    const ending = this.#signals.take();
    const { signal } = ending.controller;
    this.#active.add(ending);
    this.#started += 1;
    this.#placed += 1;
    let placed = true;
    const leave = (): boolean => {
      if (!placed) return false;
      placed = false;
      this.#placed -= 1;
      this.#pending.release(trial);
      return true;
    };
    const leavePlace = (): void => {
      leave();
      this.#pump();
    };
    let done: { readonly result: T } | undefined;
    try {
      this.#options.onStart?.(trial);
      done = { result: await this.#options.execute(trial, { signal, leavePlace }) };
    } catch (error) {
      this.#unfinished += 1;
      if (!signal.aborted) this.#fail(error);
    }
    this.#active.delete(ending);
    this.#signals.give(ending);
    const hadPlace = leave();
    if (done) void this.#keep(done.result, trial, hadPlace ? 1 : 0);
    this.#pump();
  }

  async #keep(result: T, trial: Trial, places: 0 | 1): Promise<void> {
    this.#keeping += 1;
    this.#keepingPlaced += places;
    try {
      await this.#options.onDone?.(result, trial);
      this.#finished += 1;
    } catch (error) {
      this.#unfinished += 1;
      this.#fail(error);
      // Nothing that still runs could be kept.
      this.#abortActive(error);
    }
    this.#keeping -= 1;
    this.#keepingPlaced -= places;
    this.#pump();
  }

  /** No new trials; those under way may finish. */
  #stop(): void {
    if (this.#state === 'open') {
      // Not awaited: a source that hangs must not keep an interrupted run from ending.
      this.#source.return?.().catch((error: unknown) => this.#fail(error));
    }
    if (this.#state === 'open' || this.#pending.size > 0) this.#state = 'stopped';
    this.#pending.clear();
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#stop();
  }

  #interrupt(): void {
    this.#stop();
    this.#abortActive(this.#options.signal?.reason);
    this.#pump();
  }

  #abortActive(reason: unknown): void {
    for (const { controller } of this.#active) controller.abort(reason);
  }
}

/**
 * Runs trials with bounded concurrency, in memory of the order of the concurrency and of the trials
 * that may wait for judges. Targets with a limit of their
 * own do not hold up the others beyond a look-ahead window of four times the concurrency.
 *
 * When the signal aborts, no new trial starts and the signals of those under way abort; what
 * finishes nevertheless is kept. When reading trials or a trial fails, no new trial starts and
 * those under way finish first. When a result cannot be kept (`onDone` rejects), those under way
 * are aborted.
 * @throws the first error of the source, of `execute` or of `onDone`, after everything has ended.
 * @throws UsageError when the concurrency is not a whole number ≥ 1.
 */
export async function runPool<T>(options: PoolOptions<T>): Promise<PoolResult> {
  const { concurrency } = options;
  if (typeof concurrency === 'number' && (!Number.isInteger(concurrency) || concurrency < 1)) {
    throw new UsageError(`a concurrency of ${concurrency} is not possible: it is a whole number from 1`);
  }
  return new Pool(options).run();
}
