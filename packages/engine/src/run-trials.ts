import {
  AssayError,
  BudgetSpentError,
  MANIFEST_SCHEMA_VERSION,
  QueueError,
  StoreError,
  UnstorableRowError,
  describeValue,
  toErrorInfo,
  type ExecuteTrialOptions,
  type ResultRow,
  type ResultStore,
  type RunReader,
  type RunManifest,
  type RunStatus,
  type Trial,
  type TrialExecutor,
  type TrialKeys,
  type TrialReplies,
  type TrialReplyMemory,
} from '@assay/schema';
import { TrialWaits } from './execute/waiting/trial-waits.js';
import type { TrialLimits } from './budget/budget.js';
import { systemClock } from './clock/clock.js';
import { isoTime } from './clock/iso-time.js';
import { listenForAbort, SpareSignals, stopListeningForAbort } from './deadline/spare-signals.js';
import { Comparisons } from './execute/comparing/comparisons.js';
import type { Comparer } from './execute/comparing/create-comparer.js';
import { turnsOf } from './execute/asking/turns-of.js';
import { lostRow } from './execute/row/lost-row.js';
import { rowOfTrial } from './execute/row/row-of-trial.js';
import { replyWeight } from './execute/row/reply-weight.js';
import { eachTrial } from './plan/each-trial.js';
import { createRoom, takesRoom } from './schedule/room.js';
import type { Dependencies } from './order/dependencies.js';
import { runPool, type PoolState } from './schedule/run-pool.js';

/** Most that rows with large replies have in these while they are written, in characters: each becomes several copies. */
const STORED_AT_ONCE = 4 * 2 ** 20;

/** What the manifest says about the run besides how far it is. */
export type RunDescription = Omit<RunManifest, 'schemaVersion' | 'status' | 'finishedAt' | 'rows'>;

export interface RunTrialsOptions {
  readonly plan: AsyncIterable<Trial>;
  readonly executor: TrialExecutor;
  readonly store: ResultStore;
  /** Most trials at once at their targets. Whole, ≥ 1; a function is asked again and again. */
  readonly concurrency: number | (() => number);
  /** Takes what is to be called when more trials may begin than before. @returns ends that. */
  readonly onChange?: ((changed: () => void) => () => void) | undefined;
  /** Takes what tells how trials are, whoever wants to know. */
  readonly observe?: ((state: () => PoolState) => void) | undefined;
  /** Most trials at once of one target. */
  readonly limitOf?: ((target: string) => number | undefined) | undefined;
  /** How many trials may wait for judges without holding up others, besides those at their targets. Default: the concurrency. */
  readonly judging?: (() => number) | undefined;
  /** How many trials may begin while as many rows are being stored. Default 0: what a kill costs is bounded by the concurrency. */
  readonly keeping?: (() => number) | undefined;
  /** Trials that are not to be run. Default: those that the store holds rows of. */
  readonly done?: TrialKeys | undefined;
  /** How many trials are not done, where that is known: when so many have begun the plan is not read on. Not with comparisons or dependencies, which need all of it. */
  readonly left?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * Which trials may begin, and when those under way have to end, by what the run may spend. A trial that is ended, or is refused
   * its first request, has no row. Default: all may, and none has to.
   */
  readonly limits?: TrialLimits | undefined;
  /** Called when a trial begins. Must not throw: whoever only shows a run stands behind a guard of its own. */
  readonly onStart?: ((trial: Trial) => void) | undefined;
  /** Told of every row that is made, before it is stored, also of one that is made in place of another. Must not throw. */
  readonly onMade?: ((row: ResultRow, trial: Trial) => void) | undefined;
  /** Told of every row when it is stored. Must not throw either: what counts the rows would miss some. */
  readonly onRow?: ((row: ResultRow) => void) | undefined;
  /** Memory that the replies of trials share until their rows are stored. Default: none is counted. */
  readonly replyMemory?: TrialReplyMemory | undefined;
  /** Scores replies against each other, where evaluators do. Default: entries of such go on waiting. */
  readonly comparer?: Comparer | undefined;
  /** Has cases wait for those that they depend on; of one run, however many calls it takes. Default: none waits. */
  readonly dependencies?: Dependencies | undefined;
  /** Reads back what the store holds, for comparisons: see {@link Comparisons}. */
  readonly reader?: Pick<RunReader, 'row' | 'rows'> | undefined;
  /**
   * Asked when all trials of the plan are done and stored, but for those of suites that limits stopped: true if others are to come in
   * another call, and the run is not finished.
   */
  readonly goesOn?: (() => Promise<boolean>) | undefined;
  /** If given, `run.json` is written before the first trial and after the last one. */
  readonly manifest?: RunDescription | undefined;
}

export interface RunResult {
  /** Rows that this call wrote. */
  readonly rows: number;
  /** Trials that were left out, since they are done, as far as the plan was read. */
  readonly skipped: number;
  /** Trials, and comparisons of them, that wait for batches: they are to be run again. */
  readonly waiting: number;
  /** True if the signal ended the run before all trials were done. */
  readonly interrupted: boolean;
  /** Why the run ended early: an invalid file, a store that cannot be written. */
  readonly error?: AssayError | undefined;
}

interface Progress {
  rows: number;
  skipped: number;
  waiting: number;
}

async function* undone(
  plan: AsyncIterable<Trial>,
  done: TrialKeys,
  progress: Progress,
  comparisons: Comparisons | undefined,
  dependencies: Dependencies | undefined,
  mostLeft = Infinity,
): AsyncGenerator<Trial> {
  let left = mostLeft;
  if (left === 0) return;
  for await (const trial of plan) {
    if (done.has(trial.key)) {
      progress.skipped += 1;
      comparisons?.skip(trial);
      dependencies?.skip(trial);
    } else {
      yield trial;
      left -= 1;
      if (left === 0) return;
    }
  }
}

/** The trials of a plan that may still begin. */
async function* admitted(plan: AsyncIterable<Trial>, limits: TrialLimits): AsyncGenerator<Trial> {
  for await (const trial of plan) {
    if (limits.admits(trial)) yield trial;
    else if (!limits.open) return;
  }
}

/** What ends trials before their time. */
const endings = new SpareSignals();

/** Runs what may have to end before its time. @returns undefined when it had to. */
async function withinLimits<T>(trial: Trial, limits: TrialLimits, caller: AbortSignal, run: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  if (!limits.admits(trial)) return undefined;
  const ending = endings.take();
  const { controller } = ending;
  const onAbort = { handleEvent: () => controller.abort(caller.reason) };
  if (caller.aborted) onAbort.handleEvent();
  listenForAbort(caller, onAbort);
  let isOver = false;
  let isDone = false;
  const over = limits.begin(trial, (reason) => {
    // Once the trial is over, its controller may be that of another trial.
    if (!isOver) controller.abort(reason);
  });
  try {
    const result = await run(controller.signal);
    isDone = true;
    return result;
  } catch (error) {
    if (!(error instanceof BudgetSpentError)) throw error;
    return undefined;
  } finally {
    isOver = true;
    over();
    stopListeningForAbort(caller, onAbort);
    // Not after a failure: something that listens to the signal may still be under way.
    if (isDone) endings.give(ending);
  }
}

/** Each trial when what it needs is ready. */
function prepared(plan: AsyncIterable<Trial>, executor: TrialExecutor): AsyncIterable<Trial> {
  return eachTrial(plan, { onTrial: (trial) => executor.prepare(trial) });
}

/** The keys that a store gives. @throws StoreError for what none can be looked up in. */
function storedKeys(keys: unknown, { location }: ResultStore): TrialKeys {
  const given = keys as TrialKeys | null | undefined;
  if (typeof given?.has === 'function' && Number.isInteger(given.size)) return given;
  throw new StoreError(`${location}: keys() of the store gave ${describeValue(keys)}`, { hint: 'it gives { size, has() }, as a Set has them' });
}

/** The row of a trial. An executor that fails costs its trial alone. */
async function rowOf(
  trial: Trial,
  { executor, manifest }: Pick<RunTrialsOptions, 'executor' | 'manifest'>,
  execution: ExecuteTrialOptions,
): Promise<ResultRow> {
  const startedAt = systemClock.now();
  try {
    return rowOfTrial(await executor.execute(trial, execution), trial);
  } catch (error) {
    if (execution.signal.aborted || error instanceof BudgetSpentError || error instanceof TrialWaits) throw error;
    const finishedAt = isoTime(systemClock.now());
    return lostRow(trial, { runId: manifest?.runId ?? '', error: toErrorInfo(error), startedAt: isoTime(startedAt), finishedAt });
  }
}

/**
 * Stores a row, or in its place what can be stored of it.
 * @returns the row that is stored, which is the one to hand on.
 */
async function keep({ store, onMade }: Pick<RunTrialsOptions, 'store' | 'onMade'>, row: ResultRow, trial: Trial): Promise<ResultRow> {
  try {
    await store.append(row);
    return row;
  } catch (error) {
    // Any other error is about the row too: what stands before a store, such as the redaction of secrets, may fail on it.
    if (error instanceof QueueError || (error instanceof StoreError && !(error instanceof UnstorableRowError))) throw error;
    const { runId, startedAt, finishedAt } = row;
    const info = { ...toErrorInfo(error), code: 'unstorable' };
    const left = lostRow(trial, { runId, error: info, startedAt, finishedAt, known: () => row });
    onMade?.(left, trial);
    try {
      await store.append(left);
      return left;
    } catch (second) {
      if (!(second instanceof UnstorableRowError)) throw second;
      // What is known of it may be what cannot be kept. No other trial is to be lost by that.
      const bare = lostRow(trial, { runId, error: info, startedAt, finishedAt });
      onMade?.(bare, trial);
      await store.append(bare);
      return bare;
    }
  }
}

/** What the replies of trials hold, from the first of them until the trial's row is stored or the trial is lost. */
class RepliesOfTrials {
  readonly #memory: TrialReplyMemory | undefined;
  readonly #open = new Map<Trial, TrialReplies>();

  constructor(memory: TrialReplyMemory | undefined) {
    this.#memory = memory;
  }

  of(trial: Trial): TrialReplies | undefined {
    const { execution, inputMessages } = trial.evalCase;
    // Turns of a recorded conversation stand in `openTurns`, those that are asked for in the conversation itself.
    const replies = this.#memory?.forTrial((execution.openTurns?.length ?? 0) + Math.max(1, turnsOf(inputMessages)));
    if (replies) this.#open.set(trial, replies);
    return replies;
  }

  over(trial: Trial): void {
    this.#open.get(trial)?.release();
    this.#open.delete(trial);
  }
}

/** The comparisons of a run; undefined when nobody compares. */
function comparisonsOf(options: RunTrialsOptions, stored: TrialKeys, keep: (row: ResultRow, trial: Trial) => Promise<ResultRow>): Comparisons | undefined {
  const { comparer, reader, signal, limits, judging, concurrency, onRow } = options;
  if (!comparer) return undefined;
  const atOnce = (): number => (typeof concurrency === 'number' ? concurrency : concurrency());
  return new Comparisons({ comparer, stored, reader, signal, limits, keep, tell: (row) => onRow?.(row), most: () => judging?.() ?? atOnce() });
}

async function runAll(options: RunTrialsOptions, done: TrialKeys, progress: Progress): Promise<boolean> {
  const { plan, executor, concurrency, onChange, observe, limitOf, judging, keeping, signal, limits, onStart, onMade, onRow, replyMemory, dependencies } = options;
  const replies = new RepliesOfTrials(replyMemory);
  const room = createRoom(STORED_AT_ONCE);
  const stow = (row: ResultRow, trial: Trial): Promise<ResultRow> => {
    const weight = row.output ? replyWeight(row.output) : 0;
    if (!takesRoom(weight)) return keep(options, row, trial);
    return room.enter(weight).then((leave) => keep(options, row, trial).finally(leave));
  };
  const comparisons = comparisonsOf(options, done, stow);
  const watched = comparisons?.watch(plan) ?? plan;
  const wanted = options.done || done.size > 0 ? undone(watched, done, progress, comparisons, dependencies, options.left) : watched;
  const begun = limits ? admitted(wanted, limits) : wanted;
  const trials = prepared(dependencies?.inOrder(begun, () => limits?.stopped === true || limits?.open === false) ?? begun, executor);
  const pool = runPool<ResultRow | undefined>({
    trials,
    concurrency,
    onChange,
    observe,
    limitOf,
    judging,
    keeping,
    // More trials would only wait for memory too: reading goes on when trials end.
    heldBack: () => replyMemory?.short === true,
    signal,
    async execute(trial, { signal: own, leavePlace }) {
      const run = (signal: AbortSignal): Promise<ResultRow> => {
        onStart?.(trial);
        return rowOf(trial, options, { signal, onlyJudging: leavePlace, replies: replies.of(trial), unasked: dependencies?.refusal(trial) });
      };
      try {
        const row = await (limits ? withinLimits(trial, limits, own, run) : run(own));
        if (row) onMade?.(row, trial);
        if (!row) replies.over(trial);
        if (!row) dependencies?.ended(trial);
        return row;
      } catch (error) {
        replies.over(trial);
        if (!(error instanceof TrialWaits)) throw error;
        progress.waiting += 1;
        dependencies?.ended(trial);
        return undefined;
      }
    },
    async onDone(row, trial) {
      if (!row) return;
      try {
        const kept = await stow(row, trial);
        progress.rows += 1;
        dependencies?.ended(trial, kept);
        if (!comparisons?.done(kept, trial)) onRow?.(kept);
      } finally {
        replies.over(trial);
      }
    },
  });
  // Also after a failure: replies that are complete are compared, and those that wait are told.
  const { interrupted } = await pool.finally(() => comparisons?.end(progress.waiting > 0));
  progress.waiting += comparisons?.later ?? 0;
  return interrupted || (signal?.aborted === true && comparisons?.someWait === true);
}

async function writeManifest(options: RunTrialsOptions, status: RunStatus, rows: number): Promise<void> {
  const { manifest, store } = options;
  if (!manifest) return;
  await store.writeManifest({
    ...manifest,
    schemaVersion: MANIFEST_SCHEMA_VERSION,
    status,
    finishedAt: status === 'running' ? null : new Date(systemClock.now()).toISOString(),
    rows,
  });
}

/** Errors of Assay are results of a run; anything else is a bug and is thrown. */
async function caught<T>(action: () => Promise<T>): Promise<T | AssayError> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof AssayError) return error;
    throw error;
  }
}

/**
 * Runs a plan into a store: trials that are done are left out. A row is appended as soon as its trial is done, before anybody is told
 * of it. Ends early when the signal aborts (what was finished is kept), when a streamed file turns
 * out to be invalid (trials under way finish first) or when the store cannot be written. The store
 * stays open: the caller closes it. A trial can only lose itself: whatever goes wrong while its row is made
 * or stored is the error of that row.
 * @throws only for errors that are not Assay's own, i.e. bugs.
 */
export async function runTrials(options: RunTrialsOptions): Promise<RunResult> {
  const progress: Progress = { rows: 0, skipped: 0, waiting: 0 };
  let before = 0;
  let status: RunStatus = 'failed';
  let outcome: boolean | AssayError = false;
  try {
    outcome = await caught(async () => {
      const done = options.done ?? storedKeys(await options.store.keys(), options.store);
      before = done.size;
      await writeManifest(options, 'running', before);
      const interrupted = await runAll(options, done, progress);
      // Before anybody reads that the run is finished.
      await options.store.flush();
      const { limits } = options;
      const isOver = interrupted || progress.waiting > 0 || limits?.open === false;
      if (isOver) status = 'interrupted';
      else if (await options.goesOn?.()) status = 'running';
      else status = limits?.stopped === true ? 'interrupted' : 'finished';
      return interrupted;
    });
    if (typeof outcome !== 'boolean') status = 'failed';
  } finally {
    const manifestError = await caught(() => writeManifest(options, status, before + progress.rows));
    if (manifestError && typeof outcome === 'boolean') outcome = manifestError;
  }
  return {
    rows: progress.rows,
    skipped: progress.skipped,
    waiting: progress.waiting,
    interrupted: outcome === true || (outcome instanceof AssayError && options.signal?.aborted === true),
    ...(outcome instanceof AssayError ? { error: outcome } : {}),
  };
}
