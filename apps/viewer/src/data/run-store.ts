import { INDEX_FLAGS, type IndexEvent, type JudgeFacts, type PageRun } from '@assay/schema';
import { askLater } from './ask-later.js';
import { RunIndex } from './index/run-index.js';
import type { PageSource } from './source/page-source.js';
import { SourceError } from './source/source-error.js';

/** How long after a change the page is drawn again at the earliest, in milliseconds: chunks come faster than anybody looks. */
const REDRAW_MS = 120;
/** How long after its server went away a run is asked for again, in milliseconds. */
const AGAIN_MS = 2000;
/** How often it is looked whether a run that was read is still as it was, in milliseconds: it may be resumed, written anew or removed. */
const LOOK_MS = 5000;

/** Everything that the page knows of a run, and goes on learning while the run goes on, also where somebody resumes it later. */
export class RunStore {
  readonly id: string;
  readonly index = new RunIndex();
  run: PageRun | undefined;
  judges: readonly JudgeFacts[] = [];
  /** `gone` while nobody answers, and it is tried again. */
  state: 'loading' | 'complete' | 'gone' | 'failed' = 'loading';
  problem: { readonly message: string; readonly hint?: string | undefined } | undefined;
  /** Whether another run stands in its folder by now, so that nothing of what is known is of it: a new store has to read that one. */
  isReplaced = false;
  /** Counts changes. */
  version = 0;
  readonly #source: PageSource;
  readonly #listeners = new Set<() => void>();
  /** Whether the index told how the run stands. */
  #isTold = false;
  /** What the run calls itself, once it is known: a folder that was written anew holds another one. */
  #runId: unknown;
  #isLost = false;
  #stopped: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(source: PageSource, id: string) {
    this.#source = source;
    this.id = id;
  }

  /** Reads until the run has ended or {@link stop} is called. */
  start(): void {
    this.#stopped = new AbortController();
    void this.#read(this.#stopped.signal);
  }

  stop(): void {
    this.#stopped?.abort();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** @returns ends the subscription */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #readRun(signal: AbortSignal): Promise<void> {
    const run = await this.#source.run(this.id);
    // What the index told meanwhile is newer.
    if (signal.aborted || this.#isTold) return;
    this.#know(run);
    this.#changed();
  }

  async #read(signal: AbortSignal): Promise<void> {
    try {
      // Asked for together: the first rows are what somebody waits for.
      await Promise.all([this.#readRun(signal), this.#source.index(this.id, { from: this.index.rows, signal, onEvent: (event) => this.#take(event) })]);
      this.state = this.state === 'failed' ? 'failed' : 'complete';
    } catch (error) {
      if (signal.aborted) return;
      const isGone = error instanceof SourceError && error.gone;
      this.state = isGone ? 'gone' : 'failed';
      this.problem = error instanceof SourceError ? error : { message: String(error) };
      if (isGone) setTimeout(() => !signal.aborted && void this.#read(signal), AGAIN_MS);
    }
    if (this.state !== 'gone') this.#lookLater(signal);
    this.#draw();
  }

  #lookLater(signal: AbortSignal): void {
    if (this.#source.changes) askLater(() => !signal.aborted && void this.#look(signal), LOOK_MS);
  }

  /** Whether the run is still as it was read: what is new of it is read, and where it is gone that is told. */
  async #look(signal: AbortSignal): Promise<void> {
    let run: PageRun | undefined;
    try {
      run = await this.#source.run(this.id);
    } catch (error) {
      if (signal.aborted) return;
      // That nobody answers is told elsewhere.
      if (error instanceof SourceError && !error.gone) this.#lose(error);
    }
    if (signal.aborted) return;
    const isAsRead = run === undefined || (!this.#isLost && JSON.stringify(run) === JSON.stringify(this.run));
    if (isAsRead) {
      this.#lookLater(signal);
      return;
    }
    this.state = 'loading';
    this.problem = undefined;
    this.#isLost = false;
    this.#isTold = false;
    await this.#read(signal);
  }

  /** The run is not there any more. What was read of it stays. */
  #lose(error: SourceError): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.state = 'failed';
    this.problem = error;
    this.#draw();
  }

  #know(run: PageRun): void {
    const { run_id: runId } = run.manifest;
    if (this.#runId !== undefined && runId !== undefined && runId !== this.#runId) {
      this.stop();
      this.isReplaced = true;
      this.#draw();
      return;
    }
    this.#runId ??= runId;
    this.run = run;
    // What another program wrote may lack anything.
    const named = (list: unknown): string[] => (Array.isArray(list) ? list.flatMap((each: { readonly name?: unknown } | null) => (typeof each?.name === 'string' ? [each.name] : [])) : []);
    this.index.arrange({ suites: named(run.manifest['suites']), targets: named(run.manifest['targets']) });
  }

  #take(event: IndexEvent): void {
    const isFirst = this.index.rows === 0;
    if (this.state === 'gone') {
      this.state = 'loading';
      this.problem = undefined;
    }
    switch (event.type) {
      case 'chunk':
        this.index.append(event.chunk);
        break;
      case 'judges':
        this.judges = event.judges;
        break;
      case 'run':
        this.#know(event.run);
        this.#isTold = true;
        break;
      case 'flips':
        this.index.mark(event.positions, INDEX_FLAGS.flips);
        break;
      case 'error':
        this.problem = { message: event.message };
        this.state = 'failed';
        break;
      default:
        if (this.state !== 'failed') this.state = 'complete';
    }
    if (isFirst) this.#draw();
    else this.#changed();
  }

  #changed(): void {
    this.#timer ??= setTimeout(() => this.#draw(), REDRAW_MS);
  }

  #draw(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.version += 1;
    for (const listener of this.#listeners) listener();
  }
}
