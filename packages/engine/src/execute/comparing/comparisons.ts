import { setMaxListeners } from 'node:events';
import { BudgetSpentError, isWaitingRow, type ResultRow, type RunReader, type Trial, type TrialKeys } from '@assay/schema';
import { TrialWaits } from '../waiting/trial-waits.js';
import type { TrialLimits } from '../../budget/budget.js';
import { eachTrial } from '../../plan/each-trial.js';
import type { ComparedTrial, Comparer } from './create-comparer.js';
import { HeldRows } from './held-rows.js';
import { TrialGroups, type TrialGroup } from './trial-groups.js';

export interface ComparisonsOptions {
  readonly comparer: Comparer;
  /** Keys of the trials whose rows an earlier process has stored. */
  readonly stored: TrialKeys;
  /** Reads back what is stored. Without it all rows that wait are held in memory, and those of an earlier process go on waiting. */
  readonly reader?: Pick<RunReader, 'row' | 'rows'> | undefined;
  /** Stores a row again. @returns the row that is stored. */
  readonly keep: (row: ResultRow, trial: Trial) => Promise<ResultRow>;
  /** Told of every row that was held back, when it is final or the run ends. */
  readonly tell: (row: ResultRow) => void;
  /** Most comparisons at once, whole, ≥ 1. Asked again and again. */
  readonly most: () => number;
  readonly signal?: AbortSignal | undefined;
  /** When comparisons have to end by what the run may spend. Default: never. */
  readonly limits?: Pick<TrialLimits, 'begin'> | undefined;
}

/**
 * The comparisons of a run. A row that waits for others is stored like any other, and held back from whoever counts rows; when
 * all trials of its group are done the replies are compared, the row is stored again, and handed on. Few groups wait at a time, since
 * the trials of a case are planned one after the other; while more are ready than can be compared, no further trial is read.
 */
export class Comparisons {
  readonly #options: ComparisonsOptions;
  readonly #groups = new TrialGroups();
  readonly #held: HeldRows;
  readonly #waiting = new Set<string>();
  readonly #ready: TrialGroup[] = [];
  readonly #tasks = new Set<Promise<void>>();
  readonly #active = new Set<AbortController>();
  readonly #onAbort = (): void => this.#abort();
  #seeded = false;
  #later = 0;
  #failure: { readonly error: unknown } | undefined;

  constructor(options: ComparisonsOptions) {
    const { reader, signal } = options;
    this.#options = options;
    this.#held = new HeldRows({ read: reader && ((key) => reader.row(key)) });
    signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Comparisons that wait for batches, and are to be made when the run goes on. */
  get later(): number {
    return this.#later;
  }

  /** True while rows are stored that have not been compared. */
  get someWait(): boolean {
    return this.#waiting.size > 0;
  }

  /** The plan as it is, noted. @throws what a comparison failed with: a store that cannot be written, a judge that cannot be made ready. */
  watch(plan: AsyncIterable<Trial>): AsyncIterable<Trial> {
    // The file may be wrong further on: the case before it is whole. Whoever stops reading leaves the case unfinished, and its group open.
    const closed = (): void => this.#settle(this.#groups.close());
    return eachTrial(plan, { onTrial: (trial) => this.#note(trial), onEnd: closed, onFailure: closed });
  }

  #note(trial: Trial): Promise<void> | undefined {
    if (this.#options.comparer.compares(trial)) return this.#join(trial);
    this.#settle(this.#groups.close());
    return this.#ready.length > 0 || this.#failure ? this.#caughtUp() : undefined;
  }

  async #join(trial: Trial): Promise<void> {
    await this.#seed();
    this.#settle(this.#groups.join(trial));
    await this.#caughtUp();
  }

  /** Resolves when no group waits to be compared. */
  async #caughtUp(): Promise<void> {
    while (this.#ready.length > 0) await Promise.race(this.#tasks);
    if (this.#failure) throw this.#failure.error;
  }

  /** The trial is stored already, and is not run. */
  skip(trial: Trial): void {
    this.#done(trial);
  }

  /** The row of a trial is stored. @returns true when the comparisons hand it on later. */
  done(row: ResultRow, trial: Trial): boolean {
    if (!this.#groups.of(trial)) return false;
    const waits = isWaitingRow(row);
    if (waits) this.#waiting.add(trial.key);
    this.#held.hold(row);
    this.#done(trial);
    return waits;
  }

  /**
   * Resolves when what can be compared is; rows that still wait are handed on as they are.
   * @param goesOn true when trials wait for batches: rows that wait for those are handed on when they are compared.
   * @throws what a comparison failed with.
   */
  async end(goesOn = false): Promise<void> {
    try {
      await this.#finish(goesOn);
    } finally {
      // The signal is that of all rounds of a run: it would keep what each of them held.
      this.#options.signal?.removeEventListener('abort', this.#onAbort);
    }
  }

  async #finish(goesOn: boolean): Promise<void> {
    while (this.#tasks.size > 0) await Promise.race(this.#tasks);
    if ((goesOn || this.#later > 0) && !this.#failure) return;
    for (const { key } of this.#groups.all().flatMap(({ trials }) => trials)) {
      const row = this.#waiting.has(key) ? await this.#held.get(key) : undefined;
      if (row) this.#options.tell(row);
    }
    if (this.#failure) throw this.#failure.error;
  }

  /** Finds the rows of an earlier process that wait. */
  async #seed(): Promise<void> {
    const { reader, stored } = this.#options;
    if (this.#seeded) return;
    this.#seeded = true;
    if (!reader || stored.size === 0) return;
    for await (const row of reader.rows()) {
      if (!isWaitingRow(row)) continue;
      this.#waiting.add(row.trialKey);
      this.#held.hold(row);
    }
  }

  #done(trial: Trial): void {
    const group = this.#groups.of(trial);
    group?.open.delete(trial.key);
    if (group) this.#settle([group]);
  }

  /** Compares groups whose trials are all known and done. */
  #settle(groups: readonly TrialGroup[]): void {
    for (const group of groups) {
      if (!group.closed || group.open.size > 0) continue;
      if (group.trials.some(({ key }) => this.#waiting.has(key))) this.#ready.push(group);
      else this.#drop(group);
    }
    this.#pump();
  }

  #pump(): void {
    const { most, signal } = this.#options;
    if (signal?.aborted || this.#failure) this.#ready.length = 0;
    while (this.#ready.length > 0 && this.#tasks.size < Math.max(1, most())) {
      const group = this.#ready.shift() as TrialGroup;
      const task = this.#compare(group).finally(() => {
        this.#tasks.delete(task);
        this.#pump();
      });
      this.#tasks.add(task);
    }
  }

  /** Never rejects: what fails is thrown to whoever reads on, and at the end. */
  async #compare(group: TrialGroup): Promise<void> {
    const { comparer, keep, tell, limits } = this.#options;
    // A controller for each: the run's own signal would collect the listeners of all.
    const controller = new AbortController();
    setMaxListeners(0, controller.signal);
    this.#active.add(controller);
    const [first] = group.trials;
    const over = first && limits?.begin(first, (reason) => controller.abort(reason));
    try {
      const members = await this.#members(group);
      const compared = await comparer.compare(members, { signal: controller.signal });
      // All at once, so that a process that is killed leaves no half of a group behind.
      const kept = await Promise.all(compared.map(({ row, trial }) => keep(row, trial)));
      for (const row of kept) {
        this.#waiting.delete(row.trialKey);
        tell(row);
      }
      this.#drop(group);
      await comparer.stored?.(members, compared);
    } catch (error) {
      if (error instanceof TrialWaits) this.#later += 1;
      else if (!controller.signal.aborted && !(error instanceof BudgetSpentError)) this.#failure ??= { error };
    } finally {
      over?.();
      this.#active.delete(controller);
    }
  }

  async #members(group: TrialGroup): Promise<readonly ComparedTrial[]> {
    const members = await Promise.all(group.trials.map(async (trial) => ({ trial, row: await this.#held.get(trial.key) })));
    return members.flatMap(({ trial, row }) => (row ? [{ trial, row }] : []));
  }

  #drop(group: TrialGroup): void {
    for (const { key } of group.trials) this.#held.drop(key);
    this.#groups.drop(group);
  }

  #abort(): void {
    this.#ready.length = 0;
    for (const controller of this.#active) controller.abort(this.#options.signal?.reason);
  }
}
