import { BudgetSpentError, suiteKey, type BudgetAccount, type BudgetAmount, type Reservation, type SuiteIdentity } from '@assay/schema';
import { systemClock, type Clock } from '../clock/clock.js';
import { isBlind, lacking, tooLow, type Asked, type Asking } from './asked.js';
import type { Budget, BudgetOptions, BudgetStanding, Payer, QueuedTrial } from './budget.js';
import type { BudgetLimit, BudgetTaken } from './budget-limits.js';
import { Purse } from './purse.js';
import { Scouts } from './scouts.js';

interface Waiter extends Asked {
  readonly purses: readonly Purse[];
  admit(reservation: Promise<Reservation> | Reservation): void;
  refuse(error: unknown): void;
}

/** How often the time that passed is noted, in milliseconds. */
const NOTE_MS = 1_000;

const WHY: Readonly<Record<BudgetLimit, (owner: string) => string>> = {
  costUsd: (owner) => `what is left of the money for ${owner} is less than this may cost`,
  tokens: (owner) => `what is left of the tokens for ${owner} is less than this may take`,
  timeMs: (owner) => `the time for ${owner} is over`,
};

function refusal({ owner }: Purse, limit: BudgetLimit): BudgetSpentError {
  return new BudgetSpentError(WHY[limit](owner), {
    hint: 'raise the limit as you go on with the run',
  });
}

class Ledger implements Budget {
  readonly #options: BudgetOptions;
  readonly #clock: Clock;
  readonly #run: Purse;
  readonly #suites = new Map<string, { readonly suite: SuiteIdentity; readonly purse: Purse }>();
  readonly #waiting = new Set<Waiter>();
  readonly #timers = new Set<() => void>();
  readonly #scouts = new Scouts();
  #writing: Promise<void> | undefined;
  #notesSoon = false;
  #closed = false;

  constructor(options: BudgetOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    const beforeOf = (key: string | undefined): BudgetTaken | undefined => options.before?.find(({ suite }) => (suite && suiteKey(suite)) === key)?.of;
    this.#run = new Purse('the run', options.limits.find(({ suite }) => !suite)?.of ?? {}, beforeOf(undefined));
    for (const { suite, of } of options.limits) {
      if (suite) this.#suites.set(suiteKey(suite), { suite, purse: new Purse(`suite "${suite.suite}"`, of, beforeOf(suiteKey(suite))) });
    }
  }

  get #purses(): readonly Purse[] {
    return [this.#run, ...[...this.#suites.values()].map(({ purse }) => purse)];
  }

  #pursesOf(suite: SuiteIdentity): readonly Purse[] {
    const own = this.#suites.get(suiteKey(suite));
    return own ? [this.#run, own.purse] : [this.#run];
  }

  get open(): boolean {
    return this.#run.stoppedBy === undefined;
  }

  get stopped(): boolean {
    return this.#purses.some(({ stoppedBy }) => stoppedBy !== undefined);
  }

  start(): void {
    this.#begin(this.#run);
    if (!this.#options.note || this.#purses.every(({ limits }) => limits.timeMs === undefined)) return;
    // What cannot be noted now is noted with the next request, or at the end, which tell of it.
    this.#every(NOTE_MS, () => void this.#write().catch(() => undefined));
  }

  /** What is corrected is noted within a moment, with all that is corrected until then. */
  #noteSoon(): void {
    if (!this.#options.note || this.#notesSoon || this.#closed) return;
    this.#notesSoon = true;
    const stop = this.#clock.timer(NOTE_MS, () => {
      this.#timers.delete(stop);
      this.#notesSoon = false;
      void this.#write().catch(() => undefined);
    });
    this.#timers.add(stop);
  }

  #every(ms: number, action: () => void): void {
    const arm = (): void => {
      const stop = this.#clock.timer(ms, () => {
        this.#timers.delete(stop);
        action();
        if (!this.#closed) arm();
      });
      this.#timers.add(stop);
    };
    arm();
  }

  #begin(purse: Purse): void {
    const { timeMs } = purse.limits;
    if (!purse.begin(this.#clock.elapsed()) || timeMs === undefined) return;
    const look = (): void => {
      const left = timeMs - purse.taken(this.#clock.elapsed()).timeMs;
      if (left <= 0) return this.#timeIsOver(purse);
      const stop = this.#clock.timer(Math.ceil(left), () => {
        this.#timers.delete(stop);
        look();
      });
      this.#timers.add(stop);
    };
    look();
  }

  #timeIsOver(purse: Purse): void {
    purse.timeIsOver = true;
    // Otherwise it may have done all that it had to do.
    if (purse.trials.size > 0) purse.stoppedBy ??= 'timeMs';
    for (const end of purse.trials) end();
    this.#pump();
  }

  admits(suite: SuiteIdentity): boolean {
    const purses = this.#pursesOf(suite);
    for (const purse of purses) {
      if (purse.timeIsOver || this.#hasNoTime(purse)) purse.stoppedBy ??= 'timeMs';
    }
    return purses.every(({ stoppedBy }) => stoppedBy === undefined);
  }

  /** Whether the time is over, also where earlier parts of the run took all of it and nothing of it has begun now. */
  #hasNoTime(purse: Purse): boolean {
    const { timeMs } = purse.limits;
    return timeMs !== undefined && purse.taken(this.#clock.elapsed()).timeMs >= timeMs;
  }

  begin(suite: SuiteIdentity, end: (reason: BudgetSpentError) => void): () => void {
    const purses = this.#pursesOf(suite);
    const ends = purses.map((purse) => () => end(refusal(purse, 'timeMs')));
    // Not when it is asked whether a trial may begin: that is asked while others take its place, for however long.
    for (const purse of purses) this.#begin(purse);
    for (const [index, purse] of purses.entries()) purse.enter(ends[index] as () => void);
    return () => {
      for (const [index, purse] of purses.entries()) {
        if (purse.trials.delete(ends[index] as () => void)) purse.done += 1;
      }
      this.#pump();
    };
  }

  queue(suite: SuiteIdentity, end: (reason: BudgetSpentError) => void): QueuedTrial {
    const over = this.begin(suite, end);
    const purses = this.#pursesOf(suite);
    let isWaiting = false;
    const change = (waits: boolean): void => {
      if (isWaiting === waits) return;
      isWaiting = waits;
      for (const purse of purses) purse.beginning += waits ? 1 : -1;
    };
    change(true);
    return {
      begins: () => change(false),
      waits: () => {
        change(true);
        // What was expected of it is there for others.
        this.#pump();
      },
      over() {
        change(false);
        over();
      },
    };
  }

  account({ suite, suitePath, target: asked }: Payer): BudgetAccount {
    const purses = this.#pursesOf({ suite, suitePath });
    const target = asked?.name;
    return {
      ...(purses.length > 1 ? { suite: { suite, suitePath } } : {}),
      get spent() {
        return purses.some(({ stoppedBy, timeIsOver }) => stoppedBy !== undefined || timeIsOver);
      },
      reserve: (most, options) => this.#reserve(purses, most, { ...options, target }),
      waits: () => this.#waits(purses),
      correct: (settled, taken, { begins = false } = {}) => {
        for (const purse of purses) purse.correct(settled, taken, begins);
        this.#noteSoon();
        this.#pump();
      },
    };
  }

  #waits(purses: readonly Purse[]): () => void {
    for (const purse of purses) purse.beginning += 1;
    // Requests that wait for room may hold the place that this trial waits for: they are looked at again.
    this.#pump();
    let isOver = false;
    return () => {
      if (!isOver) for (const purse of purses) purse.beginning -= 1;
      isOver = true;
    };
  }

  #reserve(purses: readonly Purse[], most: BudgetAmount, options: Asking): Reservation | Promise<Reservation> {
    const { signal } = options;
    signal.throwIfAborted();
    // The usual case, without a promise.
    const asked = this.#asAsked(purses, { most, options });
    const fits = (purse: Purse): boolean => purse.stoppedBy === undefined && !purse.timeIsOver && tooLow(purse, asked) === undefined;
    if (this.#waiting.size === 0 && purses.every(fits) && !this.#mustWait(purses, asked)) return this.#take(purses, asked.most, options);
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#remove(waiter);
        reject(signal.reason as Error);
        this.#pump();
      };
      const waiter: Waiter = {
        purses,
        most,
        options,
        admit(reservation) {
          signal.removeEventListener('abort', onAbort);
          resolve(reservation);
        },
        refuse(error) {
          signal.removeEventListener('abort', onAbort);
          reject(error as Error);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.add(waiter);
      if (options.begins) for (const purse of purses) purse.beginning += 1;
      this.#pump();
    });
  }

  /** What a request asks for by what others of its target took, where it cannot tell itself. */
  #asAsked(purses: readonly Purse[], asked: Asked): Asked {
    if (!isBlind(purses, asked)) return asked;
    const most = this.#scouts.expected(asked.options.recipient);
    return most.costUsd > 0 || most.tokens > 0 ? { most, options: { ...asked.options, guessed: false } } : asked;
  }

  /** Whether another one finds out right now what such a request takes. */
  #mustWait(purses: readonly Purse[], asked: Asked): boolean {
    return isBlind(purses, asked) && this.#scouts.mustWait(asked.options.recipient);
  }

  #remove(waiter: Waiter): void {
    if (this.#waiting.delete(waiter) && waiter.options.begins) for (const purse of waiter.purses) purse.beginning -= 1;
  }

  #refuse(waiter: Waiter, error: BudgetSpentError): void {
    this.#remove(waiter);
    waiter.refuse(error);
  }

  /** Lets all go that may. What goes on with a trial goes first; who does not fit lets nobody behind take from the same purse. */
  #pump(): void {
    if (this.#waiting.size === 0) return;
    const blocked = new Set<Purse>();
    const all = [...this.#waiting];
    for (const waiter of [...all.filter(({ options }) => !options.begins), ...all.filter(({ options }) => options.begins)]) this.#decide(waiter, blocked);
  }

  #decide(waiter: Waiter, blocked: Set<Purse>): void {
    const { purses } = waiter;
    const asked = this.#asAsked(purses, waiter);
    const { most, options } = asked;
    const late = purses.find(({ timeIsOver }) => timeIsOver);
    if (late) {
      late.stoppedBy ??= 'timeMs';
      return this.#refuse(waiter, refusal(late, 'timeMs'));
    }
    const stopped = options.begins === true ? purses.find(({ stoppedBy }) => stoppedBy !== undefined) : undefined;
    if (stopped) return this.#refuse(waiter, refusal(stopped, stopped.stoppedBy as BudgetLimit));
    if (purses.some((purse) => blocked.has(purse)) || this.#mustWait(purses, asked)) return;
    const low = purses.filter((purse) => tooLow(purse, asked) !== undefined);
    if (low.length === 0) return this.#admit(waiter, most);
    const isEmpty = ({ open, going }: Purse): boolean => open === 0 && (!options.begins || going === 0);
    if (low.some(isEmpty)) {
      const short = low.filter((purse) => lacking(purse, asked) !== undefined);
      const empty = short.find(isEmpty);
      if (empty) {
        const limit = lacking(empty, asked) as BudgetLimit;
        empty.stop(limit, options.guessed ? undefined : options.begins ? empty.withFollowers(most) : most);
        return this.#refuse(waiter, refusal(empty, limit));
      }
      // Where others hold what is left of the run, it waits: what they took tells what may be left for it.
      const alone = short.length === 0 && low.every(({ open }) => open === 0) ? clippedTo(purses, most) : undefined;
      if (alone) return this.#admit(waiter, alone);
    }
    for (const purse of low) blocked.add(purse);
  }

  #admit(waiter: Waiter, amount: BudgetAmount): void {
    this.#remove(waiter);
    waiter.admit(this.#take(waiter.purses, amount, waiter.options));
  }

  #take(purses: readonly Purse[], amount: BudgetAmount, options: Asking): Reservation | Promise<Reservation> {
    const { begins = false, recipient } = options;
    const asked = { most: amount, options };
    const isBack = isBlind(purses, asked) ? this.#scouts.goes(asked.options.recipient) : undefined;
    for (const purse of purses) purse.hold(amount);
    let isOver = false;
    const reservation: Reservation = {
      amount,
      settle: (taken, unanswered = false) => {
        if (isOver) return;
        isOver = true;
        for (const purse of purses) purse.settle(amount, taken, begins);
        if (recipient !== undefined && !unanswered) this.#scouts.learn(recipient, taken);
        isBack?.(unanswered);
        this.#pump();
      },
    };
    if (!this.#options.note || purses.every(({ isNoted }) => isNoted)) return reservation;
    return this.#whenNoted(purses, reservation);
  }

  async #whenNoted(purses: readonly Purse[], reservation: Reservation): Promise<Reservation> {
    try {
      while (!purses.every(({ isNoted }) => isNoted)) await this.#write();
      return reservation;
    } catch (error) {
      reservation.settle({ costUsd: 0, tokens: 0 }, true);
      throw error;
    }
  }

  /** One write at a time: a caller that comes while one is under way waits for it, and looks again. */
  #write(): Promise<void> {
    this.#writing ??= this.#note((purse, now) => purse.ahead(now)).finally(() => (this.#writing = undefined));
    return this.#writing;
  }

  async #note(amountOf: (purse: Purse, now: number) => BudgetTaken): Promise<void> {
    const now = this.#clock.elapsed();
    const amounts = new Map(this.#purses.map((purse) => [purse, amountOf(purse, now)]));
    const of = (purse: Purse): BudgetTaken => ({ ...(amounts.get(purse) as BudgetTaken), ...(purse.untold.requests > 0 ? { untold: { ...purse.untold } } : {}) });
    await this.#options.note?.([{ of: of(this.#run) }, ...[...this.#suites.values()].map(({ suite, purse }) => ({ suite, of: of(purse) }))]);
    for (const [purse, amount] of amounts) purse.noted(amount);
  }

  standings(): readonly BudgetStanding[] {
    const now = this.#clock.elapsed();
    const standing = (purse: Purse, suite?: SuiteIdentity): BudgetStanding => ({
      ...(suite ? { suite } : {}),
      limits: purse.limits,
      taken: purse.taken(now),
      untold: { ...purse.untold },
      ...(purse.stoppedBy === undefined ? {} : { stoppedBy: purse.stoppedBy }),
      ...(purse.needed === undefined ? {} : { needed: purse.needed }),
    });
    const all = [...this.#suites.values()].map(({ suite, purse }) => standing(purse, suite));
    return Object.values(this.#run.limits).some((limit) => limit !== undefined) ? [standing(this.#run), ...all] : all;
  }

  timeLeft(): number {
    const { limits: { timeMs = Infinity } } = this.#run;
    return timeMs - this.#run.taken(this.#clock.elapsed()).timeMs;
  }

  endForTime(): void {
    this.#run.stoppedBy ??= 'timeMs';
  }

  reopened(): boolean {
    const reopened = this.#purses.filter((purse) => purse.reopened);
    for (const purse of reopened) purse.reopened = false;
    return reopened.length > 0;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const stop of this.#timers) stop();
    this.#timers.clear();
    await this.#writing?.catch(() => undefined);
    await this.#note((purse, now) => purse.taken(now));
  }
}

function clippedTo(purses: readonly Purse[], most: BudgetAmount): BudgetAmount | undefined {
  let amount: BudgetAmount | undefined = most;
  for (const purse of purses) amount = amount && purse.clipped(amount);
  return amount;
}

/** Makes the budget of a run. Its figures go on from what earlier parts of the run took. */
export function createBudget(options: BudgetOptions): Budget {
  return new Ledger(options);
}
