import type { Clock } from '../clock/clock.js';
import { shrinkCache } from './shrink-cache.js';

/** Others may write faster than one process clears, and what cannot be removed stays. */
const MOST_ROUNDS = 3;
/** What is left when entries had to go. */
const LEAVE = 0.8;
/** For so long the end of a run waits for the count of a large cache. The next run counts again. */
const LAST_COUNT_MS = 2_000;

export interface CacheSizeOptions {
  readonly folder: string;
  /** Most bytes of all entries together. */
  readonly mostBytes: number;
  readonly clock: Clock;
}

/** Keeps a cache within its size. */
export interface CacheSize {
  /** An entry of so many bytes was written. */
  added(bytes: number): void;
  /** Waits for what is being counted or removed, and for what has to go at the end; not for long. */
  close(): Promise<void>;
}

/** The first entry that is written has the folder counted; after that it is known what this process adds. */
export function createCacheSize({ folder, mostBytes, clock }: CacheSizeOptions): CacheSize {
  /** What lies there, by the last count and what was written since; undefined before the first count. */
  let bytes: number | undefined;
  let shrinking: Promise<void> | undefined;
  const closing = new AbortController();

  async function shrink(): Promise<void> {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const before = bytes ?? 0;
      const left = await shrinkCache({ folder, mostBytes, leaveBytes: mostBytes * LEAVE, now: clock.now(), signal: closing.signal });
      // What was written meanwhile may have been counted already: then it is counted twice, and the next count comes early.
      bytes = left + ((bytes ?? 0) - before);
      if (bytes <= mostBytes || closing.signal.aborted) return;
    }
  }

  return {
    added(size) {
      const first = bytes === undefined;
      bytes = (bytes ?? 0) + size;
      if ((!first && bytes <= mostBytes) || shrinking) return;
      shrinking = shrink().finally(() => (shrinking = undefined));
    },
    async close() {
      const cancel = clock.timer(LAST_COUNT_MS, () => closing.abort());
      await shrinking;
      // What was written in the last of its rounds, and nothing after it, would stay.
      if (bytes !== undefined && bytes > mostBytes && !closing.signal.aborted) await shrink();
      cancel();
    },
  };
}
