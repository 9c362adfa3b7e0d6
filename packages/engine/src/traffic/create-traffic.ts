import { availableParallelism } from 'node:os';
import type { ServedBy } from '@assay/schema';
import { systemClock, type Clock, type Random } from '../clock/clock.js';
import type { AdaptiveLimitOptions } from './adaptive-limit.js';
import { Ceiling } from './ceiling.js';
import { Endpoint } from './endpoint.js';
import type { Lane, LaneCounts, LaneOptions } from './lane.js';
import type { Limiter } from './limiter.js';

/** How many requests at once a server gets that nothing is known of. */
const START = 8;
/** More than this is never found out without a report. */
const MOST = 100;

/** Trials of a target whose requests wait for their next try, until no new ones begin. */
const MOST_IDLE = 200;

/** A number of requests at once, or as many as each server bears. */
export type Concurrency = number | 'auto';

export interface TrafficOptions {
  readonly concurrency: Concurrency;
  /** For tests. Default: as many cores as the machine has. */
  readonly cores?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
}

export interface LimitedTarget extends Omit<LaneOptions, 'keepsPlaces' | 'most'> {
  /** What answers. Default: nothing is known of it. */
  readonly servedBy?: ServedBy | undefined;
}

/** What holds up the requests of a target now. */
export interface HeldUpTarget {
  readonly target: string;
  /** Milliseconds until its rate limit lets the next request through; undefined when none waits for that. */
  readonly limitedMs?: number | undefined;
  /** Requests that wait for their next try. */
  readonly retrying: number;
  /** Requests that take far longer than others of the target. */
  readonly stuck: number;
}

/** What became of the requests of a target in all. */
export interface TargetTraffic extends Readonly<LaneCounts> {
  readonly target: string;
}

/** All requests of a process: who may send one, and what holds them up. */
export interface Traffic {
  /** What was asked for. */
  readonly concurrency: Concurrency;
  /** The limiter of a target, for all its parts together (what is evaluated, judge, embeddings). To be asked for once. */
  limiter(target: LimitedTarget): Limiter;
  /** How many trials may be at their targets now. Whole, ≥ 1. */
  trials(): number;
  /** The same, at the target of a name alone; undefined for one that is not known. */
  trialsOf(target: string): number | undefined;
  /** Calls back when more may begin than before. @returns ends that. */
  onChange(callback: () => void): () => void;
  /**
   * Which part of the rates of its targets (`requests_per_minute`, `tokens_per_minute`) this process may use: others, on other
   * machines, use the rest. At first all of them.
   * @param part > 0, at most 1.
   */
  share(part: number): void;
  heldUp(): readonly HeldUpTarget[];
  totals(): readonly TargetTraffic[];
}

interface Known {
  readonly lane: Lane;
  readonly limiter: Limiter;
}

function idleOf({ lane, limiter }: Known): number {
  return lane.doubtful ? 0 : Math.min(lane.idleTrials, Math.max(MOST_IDLE, 4 * limiter.limit));
}

class Roads implements Traffic {
  readonly concurrency: Concurrency;
  readonly #cores: number;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #ceiling: Ceiling | undefined;
  readonly #endpoints = new Map<unknown, Endpoint>();
  readonly #known: Known[] = [];
  readonly #callbacks = new Set<() => void>();
  #share = 1;

  constructor({ concurrency, cores, clock = systemClock, random = Math.random }: TrafficOptions) {
    this.concurrency = concurrency;
    this.#cores = cores ?? availableParallelism();
    this.#clock = clock;
    this.#random = random;
    const pumpAll = (): void => {
      for (const endpoint of this.#endpoints.values()) endpoint.pump();
    };
    this.#ceiling = concurrency === 'auto' ? undefined : new Ceiling(concurrency, pumpAll);
  }

  /** @param workers of the first target that asks there. */
  #limits({ servedBy, workers = 0 }: LimitedTarget): AdaptiveLimitOptions {
    if (this.concurrency !== 'auto') {
      const places = Math.max(this.concurrency, workers);
      return { start: places, most: places, grows: false };
    }
    if (servedBy?.kind === 'programs' || servedBy?.kind === 'process') {
      const places = workers || (servedBy.kind === 'programs' ? this.#cores : servedBy.atOnce);
      return { start: places, most: places, grows: false };
    }
    return { start: START, most: Math.max(MOST, workers), grows: true };
  }

  /** What shares its limits with what: an account at a server, and the cores of this machine. */
  #endpointOf(target: LimitedTarget): Endpoint {
    const { servedBy, workers } = target;
    const sharesCores = servedBy?.kind === 'programs' && workers === undefined && this.concurrency === 'auto';
    const key = servedBy?.kind === 'service' ? servedBy.account : sharesCores ? 'programs' : target;
    const limits = this.#limits(target);
    let endpoint = this.#endpoints.get(key);
    if (endpoint && this.concurrency !== 'auto') endpoint.extend(limits.start);
    else if (endpoint) endpoint.allow(limits);
    else {
      const tell = (): void => {
        for (const callback of this.#callbacks) callback();
      };
      const rest = { clock: this.#clock, random: this.#random, ceiling: this.#ceiling, onChange: tell };
      this.#endpoints.set(key, (endpoint = new Endpoint({ ...limits, ...rest })));
    }
    return endpoint;
  }

  limiter(target: LimitedTarget): Limiter {
    const { servedBy, ...options } = target;
    const endpoint = this.#endpointOf(target);
    // A number is what each target and each judge may have at once: one that hangs must not keep another from going on.
    const most = this.concurrency === 'auto' ? undefined : Math.max(this.concurrency, options.workers ?? 0);
    const known = endpoint.lane({ ...options, most, keepsPlaces: servedBy?.kind === 'programs' });
    if (this.#share < 1) known.lane.share(this.#share, this.#clock.elapsed());
    this.#known.push(known);
    return known.limiter;
  }

  share(part: number): void {
    this.#share = part;
    for (const { lane } of this.#known) lane.share(part, this.#clock.elapsed());
    for (const endpoint of this.#endpoints.values()) endpoint.pump();
  }

  trials(): number {
    let idle = 0;
    for (const known of this.#known) idle += idleOf(known);
    if (this.concurrency !== 'auto') return this.concurrency + idle;
    let places = 0;
    for (const endpoint of this.#endpoints.values()) places += endpoint.limit;
    return Math.max(START, places) + idle;
  }

  trialsOf(target: string): number | undefined {
    const known = this.#known.find(({ lane }) => lane.options.target === target);
    return known && known.limiter.limit + idleOf(known);
  }

  onChange(callback: () => void): () => void {
    this.#callbacks.add(callback);
    return () => void this.#callbacks.delete(callback);
  }

  heldUp(): readonly HeldUpTarget[] {
    const now = this.#clock.elapsed();
    return this.#known.flatMap(({ lane }) => {
      const { limitedUntil, waiting: retrying, stalled: stuck } = lane;
      const limitedMs = limitedUntil === undefined ? undefined : Math.max(0, limitedUntil - now);
      if (limitedMs === undefined && retrying === 0 && stuck === 0) return [];
      return { target: lane.options.target, ...(limitedMs === undefined ? {} : { limitedMs }), retrying, stuck };
    });
  }

  totals(): readonly TargetTraffic[] {
    return this.#known.map(({ lane }) => ({ target: lane.options.target, ...lane.counts }));
  }
}

/** One for each run: what its targets, judges and embeddings send. */
export function createTraffic(options: TrafficOptions): Traffic {
  return new Roads(options);
}
