import type { Clock, Random } from '../clock/clock.js';
import { MAX_RETRY_AFTER_MS } from '../retry/retry-delay.js';
import { AdaptiveLimit, type AdaptiveLimitOptions } from './adaptive-limit.js';
import type { Ceiling } from './ceiling.js';
import { Lane, type Entry, type LaneOptions } from './lane.js';
import type { EnterOptions, Limiter, Outcome, Place } from './limiter.js';
import { RoomWaiters } from './room-waiters.js';
import { ToldAllowances } from './told-allowances.js';

/** So many refused requests in a row are no chance: no more are sent for a while. */
const REFUSED_IN_A_ROW = 3;
/** So many time-outs in a row are no slow questions: no more requests are answered in time at once. */
const LATE_IN_A_ROW = 3;
/** Requests of a target that fails every time, those that wait for their next try included. */
const MOST_IN_DOUBT = 10;

/** Requests that give up their places since they are late. */
const MOST_STALLED = 200;

const none = (): number => 0;

const FIRST_HALT_MS = 250;
const MOST_HALT_MS = 30_000;

export interface EndpointOptions extends AdaptiveLimitOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Bounds what holds up nobody, with other endpoints. */
  readonly ceiling?: Ceiling | undefined;
  /** Called when more requests, or more trials, may begin than before. */
  readonly onChange?: (() => void) | undefined;
}

/** One account at one server, shared by all targets, judges and embeddings that ask it. */
export class Endpoint {
  readonly #options: EndpointOptions;
  readonly #adaptive: AdaptiveLimit;
  readonly #told = new ToldAllowances();
  readonly #roomWaiters = new RoomWaiters();
  readonly #lanes: Lane[] = [];
  /** Requests that have a place. */
  #running = 0;
  #stalled = 0;
  /** Tokens that the requests under way are expected to take. */
  #tokens = 0;
  #queued = 0;
  #entries = 0;
  #answered = 0;
  #refusedInARow = 0;
  #lateInARow = 0;
  #narrowed = 0;
  /** When it was lowered since requests timed out. */
  #narrowedAt = -Infinity;
  #halts = 0;
  #haltedUntil = 0;
  #stopTimer: () => void = () => undefined;

  constructor(options: EndpointOptions) {
    this.#options = options;
    this.#adaptive = new AdaptiveLimit(options);
  }

  get limit(): number {
    return this.#adaptive.limit;
  }

  /** Another target asks here that may have more requests at once. */
  allow(options: AdaptiveLimitOptions): void {
    this.#adaptive.allow(options);
  }

  get #now(): number {
    return this.#options.clock.elapsed();
  }

  /** Another target asks here that has places of its own. */
  extend(places: number): void {
    this.#adaptive.extend(places);
  }

  /** The limiter of another target, with what it counts. */
  lane(options: LaneOptions): { readonly limiter: Limiter; readonly lane: Lane } {
    const lane = new Lane(options, this.#now);
    this.#lanes.push(lane);
    const limit = (): number => Math.min(this.limit, options.workers ?? Infinity, options.most ?? Infinity);
    const answered = (): number => this.#answered;
    const narrowed = (): number => this.#narrowed;
    const metersTokens = (): boolean => lane.tokenBucket !== undefined || this.#told.metersTokens;
    const limiter: Limiter = {
      get limit() {
        return limit();
      },
      get answered() {
        return answered();
      },
      get narrowed() {
        return narrowed();
      },
      get metersTokens() {
        return metersTokens();
      },
      keepsPlaces: options.keepsPlaces ?? false,
      enter: (entering = {}) => this.#enter(lane, entering),
      waits: ({ ofTrial = false } = {}) => this.#waits(lane, ofTrial),
      doubt: (doubtful) => {
        lane.doubtful = doubtful;
        if (!doubtful) this.pump();
      },
      note: (what) => {
        if (what === 'retry') lane.counts.retries += 1;
        else lane.counts.hedges += what === 'hedge' ? 1 : -1;
      },
      mayHedge: () => lane.mayHedge,
    };
    return { limiter, lane };
  }

  #enter(lane: Lane, { signal, urgent = false, again = false, ofTrial = false, tokens = none }: EnterOptions): Place | Promise<Place> {
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const entry = { urgent, again, ofTrial, tokens };
    if (this.#queued === 0 && this.#waitOf(lane, entry, this.#now) === 0) return this.#take(lane, entry);
    const queue = again ? lane.again : urgent ? lane.urgent : lane.ordinary;
    return new Promise((resolve, reject) => {
      const remove = (): void => {
        queue.delete(queuedEntry);
        this.#queued -= 1;
        signal?.removeEventListener('abort', onAbort);
      };
      const queuedEntry: Entry = {
        ...entry,
        number: (this.#entries += 1),
        admit: () => {
          remove();
          resolve(this.#take(lane, entry));
        },
      };
      const onAbort = (): void => {
        remove();
        reject(signal?.reason as Error);
        this.pump();
      };
      queue.add(queuedEntry);
      this.#queued += 1;
      signal?.addEventListener('abort', onAbort, { once: true });
      this.pump();
    });
  }

  /** Milliseconds until a request may be sent; 0 for now, Infinity for when another one is over. */
  #waitOf(lane: Lane, { urgent, again, tokens }: Pick<Entry, 'urgent' | 'again' | 'tokens'>, now: number): number {
    const { limit } = this;
    if (this.#running >= limit || !lane.hasWorker) return Infinity;
    if (!urgent && this.#options.ceiling?.isFull) return Infinity;
    if (!again && lane.doubtful && lane.open + lane.waiting >= Math.min(limit, MOST_IN_DOUBT)) return Infinity;
    const expected = tokens();
    const underWay = { requests: this.#running + this.#stalled, tokens: this.#tokens };
    return Math.max(0, this.#haltedUntil - now, lane.waitFor(expected, now), this.#told.waitFor(expected, underWay, now));
  }

  #take(lane: Lane, { urgent, ofTrial, tokens: expected }: Omit<Entry, 'number' | 'admit'>): Place {
    const now = this.#now;
    const tokens = expected();
    const answered = this.#answered;
    const ceiling = urgent ? undefined : this.#options.ceiling;
    ceiling?.take();
    this.#running += 1;
    this.#tokens += tokens;
    lane.open += 1;
    lane.running += 1;
    lane.counts.requests += 1;
    const takenRequest = lane.requestBucket?.take(1, now);
    const takenTokens = lane.tokenBucket?.take(tokens, now);
    let state: 'running' | 'stalled' | 'over' = 'running';
    return {
      waitFor: (room, giveUp) => this.#waitForRoom(lane, state === 'running', room, giveUp),
      stall: (known) => {
        if (state !== 'running' || (known && this.#answered < answered + this.limit)) return;
        if (this.#stalled >= (known ? Math.max(MOST_STALLED, this.limit) : this.limit)) return;
        state = 'stalled';
        this.#running -= 1;
        lane.running -= 1;
        this.#stalled += 1;
        lane.stalled += 1;
        if (ofTrial) lane.idleTrials += 1;
        ceiling?.leave();
        this.pump();
        this.#options.onChange?.();
      },
      leave: (outcome) => {
        if (state === 'over') return;
        const full = this.#running >= this.limit;
        const hadPlace = state === 'running';
        state = 'over';
        if (hadPlace) {
          this.#running -= 1;
          lane.running -= 1;
        } else {
          this.#stalled -= 1;
          lane.stalled -= 1;
          if (ofTrial) lane.idleTrials -= 1;
        }
        lane.open -= 1;
        this.#tokens -= tokens;
        if (outcome.kind === 'good') takenTokens?.settle(outcome.tokens ?? tokens);
        if (outcome.kind === 'unsent') {
          lane.counts.requests -= 1;
          takenRequest?.settle(0);
          takenTokens?.settle(0);
        }
        if (outcome.kind === 'late') this.#late(outcome.latencyMs, { sentAt: now, hadPlace });
        else this.#learn(lane, outcome, full);
        if (hadPlace) ceiling?.leave();
        this.pump();
      },
    };
  }

  #learn(lane: Lane, outcome: Exclude<Outcome, { kind: 'late' }>, full: boolean): void {
    if (outcome.kind === 'unsent') return;
    if (outcome.rateLimits) this.#told.told(outcome.rateLimits, this.#now);
    if (outcome.kind === 'good') {
      const before = this.limit;
      this.#answered += 1;
      this.#refusedInARow = 0;
      this.#lateInARow = 0;
      this.#halts = 0;
      this.#adaptive.good(outcome.latencyMs, full);
      if (this.limit > before) this.#options.onChange?.();
    } else if (outcome.kind === 'refused') {
      lane.counts.refused += 1;
      this.#refused(outcome.waitMs);
    }
  }

  /** One request that is refused may be chance; several in a row are a limit that holds for all. */
  #refused(told: number | undefined): void {
    const now = this.#now;
    this.#refusedInARow += 1;
    this.#adaptive.refused();
    // A wait of 0 is one whose parts of a second were cut off.
    const waitMs = !told || told > MAX_RETRY_AFTER_MS ? undefined : told;
    if (now < this.#haltedUntil) {
      // This request was under way when the others were stopped.
      if (waitMs !== undefined) this.#haltedUntil = Math.max(this.#haltedUntil, now + waitMs);
      return;
    }
    if (this.#refusedInARow < Math.min(REFUSED_IN_A_ROW, this.limit)) return;
    this.#adaptive.halted();
    const spread = 0.5 + this.#options.random() / 2;
    this.#haltedUntil = now + (waitMs ?? spread * Math.min(MOST_HALT_MS, FIRST_HALT_MS * 2 ** this.#halts));
    this.#halts += 1;
    this.#refusedInARow = 0;
  }

  /**
   * A request timed out. One that had given up its place got stuck while others came, and what was sent before the limit was lowered is
   * late for what it was then: neither says anything of how many are borne now.
   */
  #late(latencyMs: number, { sentAt, hadPlace }: { readonly sentAt: number; readonly hadPlace: boolean }): void {
    if (!hadPlace || sentAt < this.#narrowedAt) return;
    this.#lateInARow += 1;
    this.#adaptive.late();
    if (this.#lateInARow < LATE_IN_A_ROW) return;
    this.#lateInARow = 0;
    if (!this.#adaptive.choked(latencyMs)) return;
    this.#narrowed += 1;
    this.#narrowedAt = this.#now;
  }

  #waits(lane: Lane, ofTrial: boolean): () => void {
    const since = this.#now;
    lane.waiting += 1;
    if (ofTrial) lane.idleTrials += 1;
    this.#options.onChange?.();
    let over = false;
    return () => {
      if (over) return;
      over = true;
      lane.waiting -= 1;
      if (ofTrial) lane.idleTrials -= 1;
      lane.counts.retryMs += this.#now - since;
      if (lane.doubtful) this.pump();
    };
  }

  async #waitForRoom(lane: Lane, hasPlace: boolean, room: Promise<void>, giveUp: () => void): Promise<void> {
    const leave = (): void => {
      lane.roomWaiters.delete(over);
      this.#roomWaiters.delete(over);
    };
    const over = (): void => {
      leave();
      giveUp();
    };
    lane.roomWaiters.add(over);
    if (hasPlace) this.#roomWaiters.add(over);
    this.#relieve();
    try {
      await room;
    } finally {
      leave();
    }
  }

  #relieve(): void {
    for (const lane of this.#lanes) {
      if (!lane.holdsUp) continue;
      if (!lane.hasWorker) lane.roomWaiters.relieve(lane.open);
      else if (this.#running >= this.limit) this.#roomWaiters.relieve(this.#running);
    }
  }

  /** The request that goes next, if one may go now; else how long until one may. */
  #next(now: number): { readonly entry?: Entry; readonly waitMs: number } {
    let entry: Entry | undefined;
    let rank = Infinity;
    let waitMs = Infinity;
    for (const lane of this.#lanes) {
      if (lane.queued === 0) continue;
      for (const [queueRank, [head]] of lane.queues.entries()) {
        if (!head) continue;
        const wait = this.#waitOf(lane, head, now);
        waitMs = Math.min(waitMs, wait);
        if (wait > 0 || queueRank > rank || (queueRank === rank && entry && entry.number < head.number)) continue;
        entry = head;
        rank = queueRank;
      }
    }
    return { ...(entry ? { entry } : {}), waitMs };
  }

  /** Lets all go that may. */
  pump(): void {
    this.#stopTimer();
    if (this.#queued > 0) {
      const now = this.#now;
      let next = this.#next(now);
      while (next.entry) {
        next.entry.admit();
        next = this.#next(now);
      }
      if (this.#queued > 0 && next.waitMs < Infinity) this.#stopTimer = this.#options.clock.timer(Math.ceil(next.waitMs), () => this.pump());
      this.#relieve();
    }
    this.#noteLimited();
  }

  /** Which targets wait for a rate limit, and not only for a place. */
  #noteLimited(): void {
    for (const lane of this.#lanes) {
      if (lane.queued === 0 && lane.limitedUntil === undefined) continue;
      const now = this.#now;
      const heads = lane.queues.flatMap(([head]) => (head ? [this.#waitOf(lane, head, now)] : []));
      const waitMs = Math.min(...heads);
      lane.limited(waitMs > 0 && waitMs < Infinity ? now + waitMs : undefined, now);
    }
  }
}
