import { ProviderError, UsageError, type RateLimits } from '@assay/schema';
import { systemClock, type Clock, type Random } from '../clock/clock.js';
import { waitFor } from '../deadline/wait-for.js';
import { withDeadline, type Deadline } from '../deadline/with-deadline.js';
import type { ToldAmount } from '../budget/request-estimate.js';
import { withRetries } from '../retry/with-retries.js';
import { createLimiter } from '../traffic/create-limiter.js';
import type { Limiter, Outcome, Place } from '../traffic/limiter.js';
import { asProviderError, withLimitHint, type LimitHint } from './as-provider-error.js';
import { createCircuitBreaker, DEFAULT_BREAK_AFTER, type BreakNotice, type CircuitBreaker } from './circuit-breaker.js';
import { Forgiveness } from './forgiveness.js';
import { hedged, type Sending } from './hedged.js';
import { LatencyRecord } from './latency-record.js';
import { outcomeOf } from './outcome-of.js';
import { inTime } from './in-time.js';
import { ANSWER_MS, costsNothing, pay, type Paid, type Payment } from './payment.js';
import { LEAST_STUCK_MS, watchForStall } from './watch-for-stall.js';

/** How a target is asked, whatever it is asked for. */
export interface GuardOptions extends LimitHint {
  /** Tries after the first failed one. Default 3. */
  readonly maxRetries?: number | undefined;
  /** Time for one try, in milliseconds; undefined for no limit. Waiting for a place does not count. */
  readonly timeoutMs?: number | undefined;
  /** How a target is given more time, for the error of a try that had too little. Default: by `timeout_seconds` of the target. */
  readonly timeoutHint?: string | undefined;
  /** Shared by everything that asks this target. Default: no limit. */
  readonly limiter?: Limiter | undefined;
  /** Whether a request that gets stuck is sent a second time. Default false. */
  readonly hedges?: boolean | undefined;
  /**
   * Requests in a row that fail, each after its retries, until no more are sent. Whole, ≥ 1. Default 10, or as many as
   * are sent at once.
   */
  readonly breakAfter?: number | undefined;
  /** Milliseconds after which a target that was given up is asked once more, by one request at a time. Default: never. */
  readonly reopenAfterMs?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
  /** Told once, when the target is given up. */
  readonly onBreak?: ((notice: BreakNotice) => void) | undefined;
}

/** What a reply says besides what it was asked for. */
interface ReplyFacts extends ToldAmount {
  readonly rateLimits?: RateLimits | undefined;
  /** Of input and output together. */
  readonly tokens?: number | undefined;
}

/** One sending of a try: its signal, the number of the try (counted from 1), and the milliseconds since it was sent. */
export interface Attempt {
  readonly signal: AbortSignal;
  readonly attempt: number;
  elapsedMs(): number;
  /** Takes note of what came with the reply. */
  told(facts: ReplyFacts): void;
  /** Waits for room for what arrives: that is not the target's time. See {@link Place.waitFor} for `giveUp`. */
  waitFor(room: Promise<void>, giveUp: () => void): Promise<void>;
}

interface RequestOptions {
  /** Others hold room for replies and wait for this request. Default false. */
  readonly urgent?: boolean | undefined;
  /** See the limiter. Default false. */
  readonly ofTrial?: boolean | undefined;
  /** How many tokens it may take, asked only where these are limited. */
  readonly tokens?: (() => number) | undefined;
  /** What it is paid from. Default: nothing limits that. */
  readonly paid?: Paid | undefined;
  /** Called when it is sent a second time while the first one is under way. */
  readonly onHedge?: ((afterMs: number) => void) | undefined;
  /** Called for a sending that brought no reply, or none that could be read, and may have been paid for all the same. */
  readonly onLost?: (() => void) | undefined;
}

/**
 * Runs one request of a target.
 * @throws ProviderError only; `aborted` when the caller's signal ended it, `unavailable` when the
 * target has been given up.
 */
export type RequestGuard = <T>(signal: AbortSignal, send: (attempt: Attempt) => Promise<T>, options?: RequestOptions) => Promise<T>;

type Send<T> = (attempt: Attempt) => Promise<T>;

/** More requests than these at once have never been seen, and nothing counts them. */
const UNLIMITED = 2 ** 20;

/** Tries of one request that end because they are stuck; the next one is left its whole time. */
const MOST_STALLED = 2;

function seconds(ms: number): string {
  return `${Number((ms / 1000).toFixed(3))} s`;
}

/** What all requests of a target share. */
interface Shared {
  readonly name: string;
  readonly options: GuardOptions;
  readonly limiter: Limiter;
  readonly clock: Clock;
  readonly breaker: CircuitBreaker;
  readonly latencies: LatencyRecord;
}

/** What a request needs to be sent. */
interface Ready {
  readonly place: Place;
  /** Undefined where nothing limits what is spent. */
  readonly payment: Payment | undefined;
}

/** One request with all its tries. */
class Request<T> {
  readonly #shared: Shared;
  readonly #signal: AbortSignal;
  readonly #send: Send<T>;
  readonly #options: RequestOptions;
  readonly #forgiveness: Forgiveness;
  /** Leaves the place of a try that failed: not before it is known what becomes of the target, and of the request. */
  #leave: () => void = () => undefined;
  /** Of a target whose requests keep their places. */
  #kept: Place | undefined;
  #stalled = 0;

  constructor(shared: Shared, signal: AbortSignal, send: Send<T>, options: RequestOptions) {
    this.#shared = shared;
    this.#signal = signal;
    this.#send = send;
    this.#options = options;
    this.#forgiveness = new Forgiveness(shared.limiter);
  }

  async run(): Promise<T> {
    const { name, options, clock, breaker } = this.#shared;
    try {
      return await withRetries((attempt, last) => this.#try(attempt, last), {
        maxRetries: options.maxRetries,
        signal: this.#signal,
        clock: this.#waitingClock(clock),
        random: options.random,
        forgives: (error) => this.#forgiveness.forgives(error),
      });
    } catch (error) {
      const failure = withLimitHint(asProviderError(error, name, this.#signal), options);
      breaker.failed(failure);
      throw failure;
    } finally {
      this.#leave();
      this.#kept?.leave({ kind: 'other' });
    }
  }

  /** A clock whose sleeps the limiter knows of: they are what comes between two tries. */
  #waitingClock(clock: Clock): Pick<Clock, 'sleep'> {
    const { limiter } = this.#shared;
    return {
      sleep: async (ms, signal) => {
        this.#leave();
        const goOn = limiter.keepsPlaces ? undefined : limiter.waits(this.#options);
        await clock.sleep(ms, signal).finally(goOn);
      },
    };
  }

  #enter(again: boolean, signal: AbortSignal): Place | Promise<Place> {
    const { limiter, breaker } = this.#shared;
    const { urgent, ofTrial } = this.#options;
    const probe = breaker.check(this);
    if (probe) return waitFor(probe, signal).then(() => this.#enter(again, signal));
    const place = limiter.enter({ signal, urgent, ofTrial, again, tokens: limiter.metersTokens ? this.#options.tokens : undefined });
    return place instanceof Promise ? this.#checked(place) : place;
  }

  /** The target may have been given up while others had the place. */
  async #checked(entering: Promise<Place>): Promise<Place> {
    const place = await entering;
    try {
      this.#shared.breaker.check(this);
    } catch (error) {
      place.leave({ kind: 'other' });
      throw error;
    }
    return place;
  }

  /**
   * Room in the budget: not before there is a place, so that who waits for one holds nothing in the budget. Whoever waits for room has
   * no place: those whose requests would make room may need it.
   */
  #withRoom(place: Place, signal: AbortSignal): Ready | Promise<Ready> {
    const { paid } = this.#options;
    if (!paid) return { place, payment: undefined };
    let paying: Payment | Promise<Payment>;
    try {
      paying = pay(paid, this.#shared.name, signal);
    } catch (error) {
      this.#unsent(place);
      throw error;
    }
    return paying instanceof Promise ? this.#whenThereIsRoom(place, paying, signal) : { place, payment: paying };
  }

  /** The place is kept while an answer is on its way: in another's hands this one would hold room, and wait for the next place. */
  async #whenThereIsRoom(place: Place, paying: Promise<Payment>, signal: AbortSignal): Promise<Ready> {
    const payment = await inTime(paying, ANSWER_MS, this.#shared.clock).catch((error: unknown) => {
      this.#unsent(place);
      throw error;
    });
    if (payment) return { place, payment };
    this.#unsent(place);
    return this.#withPlace(paying, signal);
  }

  #unsent(place: Place): void {
    place.leave({ kind: 'unsent' });
    if (this.#kept === place) this.#kept = undefined;
  }

  async #withPlace(paying: Promise<Payment>, signal: AbortSignal): Promise<Ready> {
    const payment = await paying;
    try {
      return { place: await this.#enter(true, signal), payment };
    } catch (error) {
      payment.unused();
      throw error;
    }
  }

  async #try(attempt: number, last: boolean): Promise<T> {
    const { limiter, breaker, name } = this.#shared;
    try {
      // Not awaited where there is a place at once, as nearly always.
      const entering = this.#kept ?? this.#enter(attempt > 1, this.#signal);
      const entered = entering instanceof Promise ? await entering : entering;
      const ready = this.#withRoom(entered, this.#signal);
      const { place, payment } = ready instanceof Promise ? await ready : ready;
      if (limiter.keepsPlaces) this.#kept = place;
      if (attempt > 1) limiter.note('retry');
      this.#forgiveness.sent();
      const value = await this.#attempt(attempt, last, place, payment);
      breaker.succeeded();
      return value;
    } catch (error) {
      const failure = asProviderError(error, name, this.#signal);
      breaker.tryFailed(failure, this);
      throw failure;
    }
  }

  #attempt(attempt: number, last: boolean, place: Place, payment: Payment | undefined): Promise<T> {
    const { name, options, clock, latencies } = this.#shared;
    const { timeoutMs = Infinity } = options;
    const first = this.#sending(attempt, place, payment);
    // Programs keep their places, and whose time is over before is never late.
    if (this.#kept || timeoutMs <= LEAST_STUCK_MS) return first.outcome;
    let from = 0;
    return hedged({
      first,
      patient: last || this.#stalled >= MOST_STALLED,
      watch: (onLate) => {
        const elapsedMs = (): number => first.elapsedMs() - from;
        const onStuck = (): void => {
          from = first.elapsedMs();
          onLate();
        };
        return watchForStall({ latencies, clock, elapsedMs, onLate: (known) => place.stall(known), onStuck });
      },
      second: (signal) => this.#second(attempt, first.elapsedMs(), { place, signal }),
      // Nothing is decided by that failure: its place is of no use any more, while the other one may take its whole time.
      onOneLeft: () => this.#leave(),
      stalled: () => this.#stalledError(from),
      obsolete: () => new ProviderError(`target "${name}": another reply came first`, { kind: 'aborted', target: name }),
    });
  }

  /** Sends the same once more, where that is allowed, and has what is stuck give up its place. */
  #second(attempt: number, afterMs: number, { place: stuck, signal }: { readonly place: Place; readonly signal: AbortSignal }): Promise<Sending<T>> | undefined {
    const { limiter } = this.#shared;
    if (!this.#shared.options.hedges || !limiter.mayHedge()) return undefined;
    limiter.note('hedge');
    const send = async (): Promise<Sending<T>> => {
      const { place, payment } = await this.#readyAgain(signal).catch((error: unknown) => {
        limiter.note('unsent');
        throw error;
      });
      this.#options.onHedge?.(afterMs);
      return this.#sending(attempt, place, payment);
    };
    const sent = send();
    // It waits for a place by now. Where requests that are stuck hold all of them, nobody else would ever give one up.
    stuck.stall(false);
    return sent;
  }

  async #readyAgain(signal: AbortSignal): Promise<Ready> {
    return this.#withRoom(await this.#enter(true, signal), signal);
  }

  #stalledError(afterMs: number): ProviderError {
    this.#stalled += 1;
    const { name } = this.#shared;
    return new ProviderError(`target "${name}" gave no reply within ${seconds(afterMs)}, and neither to the same request once more, though others come fast`, {
      kind: 'timeout',
      target: name,
    });
  }

  /** Sends the request. Nothing else does. */
  #sending(attempt: number, place: Place, payment: Payment | undefined): Sending<T> & { elapsedMs(): number } {
    const { name, options, clock, latencies } = this.#shared;
    const { timeoutMs, timeoutHint = 'raise timeout_seconds of the target if it needs longer' } = options;
    const started = clock.elapsed();
    let roomMs = 0;
    let facts: ReplyFacts | undefined;
    let deadline: Deadline | undefined;
    const elapsedMs = (): number => clock.elapsed() - started - roomMs;
    const timeoutError = (): ProviderError =>
      new ProviderError(`target "${name}" gave no reply within ${seconds(timeoutMs ?? 0)}`, {
        kind: 'timeout',
        target: name,
        hint: timeoutHint,
      });
    const waitFor = async (room: Promise<void>, giveUp: () => void): Promise<void> => {
      const since = clock.elapsed();
      deadline?.pause();
      await place.waitFor(room, giveUp).finally(() => {
        roomMs += clock.elapsed() - since;
        deadline?.resume();
      });
    };
    const run = (own: Deadline): Promise<T> => {
      deadline = own;
      return this.#send({ signal: own.signal, attempt, elapsedMs, waitFor, told: (told) => (facts = told) });
    };
    const leave = (outcome: Outcome): void => {
      if (this.#kept !== place) place.leave(outcome);
    };
    let obsolete = false;
    const outcome = withDeadline(run, { signal: this.#signal, endable: true, timeoutMs, clock, timeoutError }).then(
      (value) => {
        const latencyMs = elapsedMs();
        latencies.add(latencyMs);
        payment?.over(facts ?? {});
        leave({ kind: 'good', latencyMs, ...facts });
        return value;
      },
      (error: unknown) => {
        const latencyMs = elapsedMs();
        const failure = asProviderError(error, name, this.#signal);
        payment?.over(facts, failure);
        if (!facts && !costsNothing(failure)) this.#options.onLost?.();
        if (obsolete) leave({ kind: 'other' });
        else {
          this.#leave();
          this.#leave = () => leave(outcomeOf(failure, latencyMs));
        }
        throw failure;
      },
    );
    return {
      outcome,
      elapsedMs,
      end(reason) {
        obsolete = true;
        deadline?.end(reason);
      },
    };
  }
}

/**
 * What stands between a target and all who ask it: a time-out per try that holds even when the
 * adapter ignores its signal, tries after failures that may pass, as many requests at once
 * as the limiter admits, a second request in place of one that gets stuck, and an end to asking a target that fails
 * every time. A request that waits for its next try has no place: others go on meanwhile, as far as the limiter lets them.
 * @param name the target's.
 * @throws UsageError when `breakAfter` is not a whole number ≥ 1.
 */
export function createRequestGuard(name: string, options: GuardOptions): RequestGuard {
  const { breakAfter, clock = systemClock, random = Math.random, onBreak } = options;
  const limiter = options.limiter ?? createLimiter(UNLIMITED, { clock, random });
  if (breakAfter !== undefined && (!Number.isInteger(breakAfter) || breakAfter < 1)) {
    throw new UsageError(`a target cannot be given up after ${breakAfter} failures: it is a whole number from 1`);
  }
  const atOnce = (): number => (options.limiter ? limiter.limit : 1);
  const breaker = createCircuitBreaker({
    target: name,
    breakAfter: () => breakAfter ?? Math.max(DEFAULT_BREAK_AFTER, atOnce()),
    now: () => clock.elapsed(),
    timeoutMs: options.timeoutMs,
    narrowed: () => limiter.narrowed,
    reopenAfterMs: options.reopenAfterMs,
    onBreak,
    onDoubt: (doubtful) => limiter.doubt(doubtful),
  });
  const shared: Shared = { name, options, limiter, clock, breaker, latencies: new LatencyRecord() };
  return (signal, send, requestOptions = {}) => new Request(shared, signal, send, requestOptions).run();
}
