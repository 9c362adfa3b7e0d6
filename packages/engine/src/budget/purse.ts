import type { BudgetAmount } from '@assay/schema';
import { NOTHING_TAKEN, type BudgetLimit, type BudgetLimits, type BudgetTaken } from './budget-limits.js';
import { MARGIN } from './margin.js';

/** Sums of many small costs are off by so much, as a part of the limit. */
const ROUNDING = 1e-9;

/** Part of a limit that is noted as taken ahead of its being taken, so that not every request waits for the disk. */
const AHEAD = 0.02;

/** Units that requests take. */
const UNITS = ['costUsd', 'tokens'] as const;

/** What the run, or one suite, may take, and what it took. */
export class Purse {
  readonly limits: BudgetLimits;
  /** As messages name it. */
  readonly owner: string;
  /** Requests that hold room. */
  open = 0;
  /** Replies that did not tell what they took, or never came. */
  readonly untold: { requests: number; costUsd: number; tokens: number };
  /** Ends the trials that are under way. */
  readonly trials = new Set<() => void>();
  /** Trials that are over. */
  done = 0;
  /** Trials that take nothing now: their first request waits for room, or for its turn, or they wait for whoever does them. */
  beginning = 0;
  /** What went on with trials took, e.g. their judges. */
  readonly #followed = { costUsd: 0, tokens: 0 };
  timeIsOver = false;
  /** The limit for which a request, or a trial, was refused. */
  stoppedBy: BudgetLimit | undefined;
  /** What was asked for when it was stopped. */
  #refused: BudgetAmount = { costUsd: 0, tokens: 0 };
  /** True when there is room again for what was refused. */
  reopened = false;
  #taken: { costUsd: number; tokens: number };
  #held = { costUsd: 0, tokens: 0 };
  #noted: BudgetAmount;
  readonly #timeBefore: number;
  readonly #before: BudgetTaken;
  #since: number | undefined;

  constructor(owner: string, limits: BudgetLimits, before: BudgetTaken = NOTHING_TAKEN) {
    this.owner = owner;
    this.limits = limits;
    this.#taken = { costUsd: before.costUsd, tokens: before.tokens };
    this.#noted = { costUsd: before.costUsd, tokens: before.tokens };
    this.#timeBefore = before.timeMs;
    this.#before = before;
    this.untold = { ...(before.untold ?? { requests: 0, costUsd: 0, tokens: 0 }) };
  }

  /** What was taken for certain. @param now as of a clock's `elapsed`. */
  taken(now: number): BudgetTaken {
    return { ...this.#taken, timeMs: this.#timeBefore + (this.#since === undefined ? 0 : now - this.#since) };
  }

  /** A trial begins. The time may have been over before there was one to end: it ends when whoever begins it has what it gets for that. */
  enter(end: () => void): void {
    this.trials.add(end);
    if (!this.timeIsOver) return;
    this.stoppedBy ??= 'timeMs';
    queueMicrotask(() => {
      if (this.trials.has(end)) end();
    });
  }

  /** Time begins to count. More than the first call changes nothing. */
  begin(now: number): boolean {
    if (this.#since !== undefined) return false;
    this.#since = now;
    return true;
  }

  /** The first limit that is too low for this amount now; undefined when it fits. */
  tooLowFor(amount: BudgetAmount): BudgetLimit | undefined {
    return UNITS.find((unit) => {
      const limit = this.limits[unit];
      return limit !== undefined && amount[unit] > 0 && this.#taken[unit] + this.#held[unit] + amount[unit] > limit * (1 + ROUNDING);
    });
  }

  /**
   * The first limit that leaves too little to begin a trial of which nobody in this process knows what it takes: all of it is gone, or the
   * trials of earlier processes on the same target took more than what is left. Undefined where one may go to find out.
   * @param target its name; undefined where nobody tells it: then the most expensive one counts.
   */
  tooLowToFindOut(target: string | undefined): BudgetLimit | undefined {
    return UNITS.find((unit) => {
      const limit = this.limits[unit];
      if (limit === undefined || this.#taken[unit] === 0) return false;
      return this.#taken[unit] >= limit || this.#taken[unit] + this.#held[unit] + this.#needed(unit, target) > limit * (1 + ROUNDING);
    });
  }

  /** What a trial has to find of which nobody in this process knows yet what it takes. */
  #needed(unit: (typeof UNITS)[number], target: string | undefined): number {
    const { trials = new Map<string, BudgetAmount>() } = this.#before;
    const most = target === undefined ? Math.max(0, ...[...trials.values()].map((trial) => trial[unit])) : (trials.get(target)?.[unit] ?? 0);
    // No more than all that was taken: a limit of twice as much has room for it.
    return Math.min(MARGIN * most, this.#before[unit]);
  }

  /** Trials that are under way with their first request behind them, or on its way. */
  get going(): number {
    return Math.max(0, this.trials.size - this.beginning);
  }

  /** What the trials that are under way, and one more, will take for their judges, as others did. */
  withFollowers({ costUsd, tokens }: BudgetAmount): BudgetAmount {
    if (this.done === 0) return { costUsd, tokens };
    const trials = (this.going + 1) / this.done;
    return { costUsd: costUsd + this.#followed.costUsd * trials, tokens: tokens + this.#followed.tokens * trials };
  }

  /** There is no room for a request. @param most that it may take; undefined for what is only guessed. */
  stop(limit: BudgetLimit, most: BudgetAmount | undefined): void {
    this.stoppedBy = limit;
    if (most) this.#refused = most;
  }

  /** The limit that has room for what it was stopped for, in its unit; undefined where no request was refused for it. */
  get needed(): number | undefined {
    const { stoppedBy } = this;
    if (stoppedBy === undefined || stoppedBy === 'timeMs' || this.#refused[stoppedBy] === 0) return undefined;
    return this.#taken[stoppedBy] + this.#refused[stoppedBy];
  }

  /** The amount, cut to what is left of each limit; undefined where nothing is left. */
  clipped(amount: BudgetAmount): BudgetAmount | undefined {
    const left = Object.fromEntries(UNITS.map((unit) => [unit, Math.min(amount[unit], (this.limits[unit] ?? Infinity) - this.#taken[unit] - this.#held[unit])]));
    const { costUsd = 0, tokens = 0 } = left;
    return (costUsd <= 0 && amount.costUsd > 0) || (tokens <= 0 && amount.tokens > 0) ? undefined : { costUsd, tokens };
  }

  hold({ costUsd, tokens }: BudgetAmount): void {
    this.open += 1;
    this.#held.costUsd += costUsd;
    this.#held.tokens += tokens;
  }

  /** What was held is over; undefined figures of `taken` are taken as they were held. */
  settle(held: BudgetAmount, taken: Partial<BudgetAmount>, begins: boolean): void {
    this.open -= 1;
    for (const unit of UNITS) {
      this.#held[unit] = this.open === 0 ? 0 : this.#held[unit] - held[unit];
      this.#taken[unit] += taken[unit] ?? held[unit];
      if (!begins) this.#followed[unit] += taken[unit] ?? held[unit];
    }
    this.#countUntold(held, taken);
  }

  /** What was settled turns out to be something else; undefined figures stay, and count as untold from now on. */
  correct(settled: BudgetAmount, taken: Partial<BudgetAmount>, begins: boolean): void {
    for (const unit of UNITS) {
      const change = (taken[unit] ?? settled[unit]) - settled[unit];
      this.#taken[unit] = Math.max(0, this.#taken[unit] + change);
      if (!begins) this.#followed[unit] = Math.max(0, this.#followed[unit] + change);
    }
    this.#countUntold(settled, taken);
    const { stoppedBy } = this;
    // Whether it is enough is seen when it is asked for again.
    if (stoppedBy === undefined || stoppedBy === 'timeMs' || (taken[stoppedBy] ?? settled[stoppedBy]) >= settled[stoppedBy]) return;
    this.stoppedBy = undefined;
    this.reopened = true;
  }

  #countUntold(held: BudgetAmount, taken: Partial<BudgetAmount>): void {
    const untold = UNITS.filter((unit) => this.limits[unit] !== undefined && taken[unit] === undefined && held[unit] > 0);
    if (untold.length > 0) this.untold.requests += 1;
    for (const unit of untold) this.untold[unit] += held[unit];
  }

  /** Whether everything that is held is noted as taken already, in case that the process dies. */
  get isNoted(): boolean {
    return UNITS.every((unit) => this.limits[unit] === undefined || this.#taken[unit] + this.#held[unit] <= this.#noted[unit] * (1 + ROUNDING));
  }

  /** What is to be noted as taken: more than there is, so that the next requests are covered too. */
  ahead(now: number): BudgetTaken {
    const ahead = (unit: keyof BudgetAmount): number => {
      const limit = this.limits[unit] ?? 0;
      const total = this.#taken[unit] + this.#held[unit];
      const least = unit === 'tokens' ? Math.ceil(AHEAD * limit) : AHEAD * limit;
      return limit === 0 ? total : Math.max(total, Math.min(limit, total + least));
    };
    return { costUsd: ahead('costUsd'), tokens: ahead('tokens'), timeMs: this.taken(now).timeMs };
  }

  noted(amount: BudgetAmount): void {
    this.#noted = amount;
  }
}
