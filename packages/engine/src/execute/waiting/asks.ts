import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** What a trial does beside other things: generating, or one of its evaluators. */
interface Activity {
  /** Requests of it that wait for a batch. */
  blocked: number;
  /** Requests of it that do not, and are under way. */
  busy: number;
}

export interface AsksOptions {
  /** Key of the trial that asks. */
  readonly asker: string;
  /** Told the first time that a request waits for a batch. */
  readonly onWait?: (() => void) | undefined;
  /** Called when nothing is left to do but to wait for batches. */
  readonly onQuiet: () => void;
}

/** How long nothing new is asked by those who all wait, until that is taken for all there is, in milliseconds. */
const QUIET_MS = 60;
/** The same time where something else of the trial is under way, which may ask later, or may wait for one of the batches. */
const UNSURE_MS = 3_000;

/** What one trial asks while it is run once: it is over for now when all that is left of it waits for batches. */
export class Asks {
  readonly asker: string;
  readonly root: Activity = { blocked: 0, busy: 0 };
  readonly #options: AsksOptions;
  readonly #parts = new Set<Activity>();
  readonly #counts = new Map<string, number>();
  /** Counts what happens, to see whether anything did. */
  #changes = 0;
  readonly #stores: (() => Promise<void>)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #waits = false;
  #refused = false;
  #over = false;

  constructor(options: AsksOptions) {
    this.asker = options.asker;
    this.#options = options;
  }

  /** True when a request of it has waited for a batch. */
  get waits(): boolean {
    return this.#waits;
  }

  /** True when there was no room in a budget for a request of it. */
  get refused(): boolean {
    return this.#refused;
  }

  refuse(): void {
    this.#refused = true;
  }

  /** Which of its requests of this content it is, counted from 1. */
  count(content: string): number {
    const n = (this.#counts.get(content) ?? 0) + 1;
    this.#counts.set(content, n);
    return n;
  }

  /** Takes note of a part that begins. @returns what ends it. */
  begin(part: Activity): () => void {
    this.#parts.add(part);
    this.changed();
    return () => {
      this.#parts.delete(part);
      this.changed();
    };
  }

  /** Takes note of what is to be stored should the trial have to wait. */
  whenItWaits(store: () => Promise<void>): void {
    this.#stores.push(store);
  }

  /** Stores what it would have to ask again. */
  async store(): Promise<void> {
    for (const store of this.#stores.splice(0)) await store();
  }

  wait(): void {
    if (!this.#waits) this.#options.onWait?.();
    this.#waits = true;
  }

  changed(): void {
    this.#changes += 1;
    this.#watch();
  }

  /** The trial is over, one way or another. */
  end(): void {
    this.#over = true;
    clearTimeout(this.#timer);
  }

  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#over || !this.#waits) return;
    const parts = this.#parts.size > 0 ? [...this.#parts] : [this.root];
    const busy = this.root.busy > 0 || parts.some((part) => part.busy > 0);
    if (busy || !parts.some((part) => part.blocked > 0)) return;
    const sure = parts.every((part) => part.blocked > 0);
    this.#timer = setTimeout(() => void this.#settle(), sure ? QUIET_MS : UNSURE_MS);
  }

  /** After a process that was busy: what came in meanwhile goes first. */
  async #settle(): Promise<void> {
    const before = this.#changes;
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    if (this.#over || this.#changes !== before) return;
    this.#options.onQuiet();
  }
}

interface Place {
  readonly asks: Asks;
  readonly activity: Activity;
}

const storage = new AsyncLocalStorage<Place>();

/** Runs what asks for a trial. */
export function askingFor<T>(asks: Asks, run: () => Promise<T>): Promise<T> {
  return storage.run({ asks, activity: asks.root }, run);
}

/** Runs a part of a trial that goes on beside others; just runs it where nobody counts. */
export function asPart<T>(run: () => Promise<T>): Promise<T> {
  const place = storage.getStore();
  return place ? partOf(place, run) : run();
}

async function partOf<T>(place: Place, run: () => Promise<T>): Promise<T> {
  const activity: Activity = { blocked: 0, busy: 0 };
  const end = place.asks.begin(activity);
  try {
    return await storage.run({ ...place, activity }, run);
  } finally {
    end();
  }
}

/** For whom something is asked here; undefined where nobody counts. */
export function currentAsks(): Asks | undefined {
  return storage.getStore()?.asks;
}

async function counted<T>(kind: keyof Activity, run: () => Promise<T>): Promise<T> {
  const place = storage.getStore();
  if (!place) return run();
  place.activity[kind] += 1;
  place.asks.changed();
  try {
    return await run();
  } finally {
    place.activity[kind] -= 1;
    place.asks.changed();
  }
}

/** Waits for a batch, or for somebody who does. */
export function blocked<T>(run: () => Promise<T>): Promise<T> {
  return counted('blocked', run);
}

/** Does what a batch need not be waited for. */
export function busy<T>(run: () => Promise<T>): Promise<T> {
  return counted('busy', run);
}
