import { existsSync } from 'node:fs';
import type { Clock } from '../clock/clock.js';
import type { NotedBound } from './noted-bound.js';

/** Others may write faster than one process clears, and what cannot be removed stays. */
const MOST_ROUNDS = 3;
/** What is left when entries had to go. */
const LEAVE = 0.8;
/** For so long the end of a run waits for the count of a large cache. The next run counts again. */
const LAST_COUNT_MS = 2_000;
/** For longer where a lower bound is said than before, which comes once: nobody else counts as long as all is read from the cache. */
const LOWERED_MS = 10_000;

export interface CacheSizeOptions {
  readonly folder: string;
  /** Most bytes of all entries together. */
  readonly mostBytes: number;
  /** Most bytes of one entry. */
  readonly largestBytes: number;
  readonly clock: Clock;
}

/** Keeps a cache within its size. */
export interface CacheSize {
  /** Entries are read: at the end those go that are too many since a lower bound is said than the one that they were kept within. */
  used(): void;
  /** An entry of so many bytes was written. */
  added(bytes: number): void;
  /** Waits for what is being counted or removed, and for what has to go at the end; not for long. */
  close(): Promise<void>;
}

/**
 * The first entry that is written has the folder counted; after that it is known what this process adds. A process that only reads has it
 * counted at its end, unless the bound that was held last, which is noted beside the entries, is as low.
 */
export function createCacheSize({ folder, mostBytes, largestBytes, clock }: CacheSizeOptions): CacheSize {
  /** What lies there, by the last count and what was written since; undefined before the first count. */
  let bytes: number | undefined;
  let shrinking: Promise<void> | undefined;
  let isUsed = false;
  let isWritten = false;
  const closing = new AbortController();

  // What counts and notes is loaded by the runs that do.
  const noted = async (): Promise<NotedBound> => (await import('./noted-bound.js')).notedBound(folder);

  async function isLowered(): Promise<boolean> {
    return isUsed && bytes === undefined && existsSync(folder) && ((await noted()).read() ?? Infinity) > mostBytes;
  }

  async function shrink(): Promise<void> {
    const { shrinkCache } = await import('./shrink-cache.js');
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const before = bytes ?? 0;
      const left = await shrinkCache({ folder, mostBytes, largestBytes, leaveBytes: mostBytes * LEAVE, now: clock.now(), signal: closing.signal });
      // What was written meanwhile may have been counted already: then it is counted twice, and the next count comes early.
      bytes = left + ((bytes ?? 0) - before);
      if (closing.signal.aborted) return;
      if (bytes <= mostBytes) return (await noted()).write(mostBytes);
    }
  }

  return {
    used() {
      isUsed = true;
    },
    added(size) {
      isWritten = true;
      const first = bytes === undefined;
      bytes = (bytes ?? 0) + size;
      if ((!first && bytes <= mostBytes) || shrinking) return;
      shrinking = shrink().finally(() => (shrinking = undefined));
    },
    async close() {
      const lowered = await isLowered();
      const cancel = clock.timer(lowered ? LOWERED_MS : LAST_COUNT_MS, () => closing.abort());
      await shrinking;
      if (lowered) await shrink();
      // What was written in the last of its rounds, and nothing after it, would stay.
      if (bytes !== undefined && bytes > mostBytes && !closing.signal.aborted) await shrink();
      cancel();
      // Somebody may have noted a lower one while this process wrote.
      if (!isWritten) return;
      const bound = await noted();
      if ((bound.read() ?? Infinity) < mostBytes) bound.write(mostBytes);
    },
  };
}
