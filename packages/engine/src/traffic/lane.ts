import { MinuteBucket } from './minute-bucket.js';
import { RoomWaiters } from './room-waiters.js';

/** A request that waits for a place. */
export interface Entry {
  readonly number: number;
  readonly urgent: boolean;
  readonly again: boolean;
  readonly ofTrial: boolean;
  readonly tokens: () => number;
  readonly admit: () => void;
}

export interface LaneOptions {
  /** Name of the target. */
  readonly target: string;
  /** Most requests of it that are not over, whatever becomes of them. */
  readonly workers?: number | undefined;
  /** Most requests of it that have a place at once. Default: what the endpoint bears. */
  readonly most?: number | undefined;
  readonly requestsPerMinute?: number | undefined;
  readonly tokensPerMinute?: number | undefined;
  /** Whether its requests keep their places between two tries. Default false. */
  readonly keepsPlaces?: boolean | undefined;
}

/** What became of the requests of a target in all. */
export interface LaneCounts {
  /** Requests that were sent, whatever came of them. */
  requests: number;
  /** Requests that followed a failed one. */
  retries: number;
  /** Requests that were sent because another got stuck. */
  hedges: number;
  /** Requests that the server refused because there were too many. */
  refused: number;
  /** Time that requests waited for their next try, summed over all of them, in milliseconds. */
  retryMs: number;
  /** Time in which requests waited for a rate limit, however many of them, in milliseconds. */
  limitMs: number;
}

/** Share of the requests of a target that may be sent because others get stuck. */
const HEDGES = 0.1;

/** The requests of one target at an endpoint: those that wait for a place in three queues, the first goes first. */
export class Lane {
  readonly options: LaneOptions;
  readonly again = new Set<Entry>();
  readonly urgent = new Set<Entry>();
  readonly ordinary = new Set<Entry>();
  readonly roomWaiters = new RoomWaiters();
  readonly requestBucket: MinuteBucket | undefined;
  readonly tokenBucket: MinuteBucket | undefined;
  readonly counts: LaneCounts = { requests: 0, retries: 0, hedges: 0, refused: 0, retryMs: 0, limitMs: 0 };
  /** Requests that are not over. */
  open = 0;
  /** Requests that have a place. */
  running = 0;
  /** Requests with a place that are stuck, and gave it to another. */
  stalled = 0;
  /** Requests that wait for their next try without a place. */
  waiting = 0;
  /** Trials whose request is stuck, or waits for its next try. */
  idleTrials = 0;
  /** Whether the target fails whatever it is asked. */
  doubtful = false;
  /** When requests may go on that wait for a rate limit. */
  limitedUntil: number | undefined;
  #limitedSince = 0;

  constructor(options: LaneOptions, now: number) {
    this.options = options;
    const { requestsPerMinute, tokensPerMinute } = options;
    this.requestBucket = requestsPerMinute === undefined ? undefined : new MinuteBucket(requestsPerMinute, now);
    this.tokenBucket = tokensPerMinute === undefined ? undefined : new MinuteBucket(tokensPerMinute, now);
  }

  /** Others have the rest of the rates. @param share > 0, at most 1. */
  share(share: number, now: number): void {
    const { requestsPerMinute, tokensPerMinute } = this.options;
    if (requestsPerMinute !== undefined) this.requestBucket?.allow(requestsPerMinute * share, now);
    if (tokensPerMinute !== undefined) this.tokenBucket?.allow(tokensPerMinute * share, now);
  }

  get queues(): readonly Set<Entry>[] {
    return [this.again, this.urgent, this.ordinary];
  }

  get queued(): number {
    return this.again.size + this.urgent.size + this.ordinary.size;
  }

  /** Whether somebody waits who holds up others. */
  get holdsUp(): boolean {
    return this.urgent.size > 0 || [...this.again].some(({ urgent }) => urgent);
  }

  get hasWorker(): boolean {
    return this.open < (this.options.workers ?? Infinity) && this.running < (this.options.most ?? Infinity);
  }

  get mayHedge(): boolean {
    return this.counts.hedges + 1 <= HEDGES * this.counts.requests;
  }

  /** Milliseconds until its own limits let a request through. */
  waitFor(tokens: number, now: number): number {
    return Math.max(this.requestBucket?.waitFor(1, now) ?? 0, this.tokenBucket?.waitFor(tokens, now) ?? 0);
  }

  /** Takes note of until when its requests wait for a rate limit; undefined when they do not. */
  limited(until: number | undefined, now: number): void {
    if (this.limitedUntil !== undefined) this.counts.limitMs += now - this.#limitedSince;
    this.limitedUntil = until;
    this.#limitedSince = now;
  }
}
