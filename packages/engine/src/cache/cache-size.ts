import { existsSync } from 'node:fs';
import type { Clock } from '../clock/clock.js';
import type { Claims } from './claims/claims.js';
import { shrinkClaim } from './entries/entry-files.js';
import type { NotedBound } from './noted-bound.js';

/** Others may write faster than one process clears, and what cannot be removed stays. */
const MOST_ROUNDS = 3;
/** What is left when entries had to go. */
const LEAVE = 0.8;
/**
 * Of the room that a count has found, what one process fills before it counts again: others that fill the same cache are seen by nothing
 * else. Four of them keep to the bound so, and a cache that is far from it is hardly ever counted.
 */
const UNSEEN = 0.25;
/** Of the whole: less than this is not worth a count, however little room there is, nor at the end of a run. */
const LEAST_UNSEEN = 1 / 32;
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
  /** By which processes remove entries in turn. */
  readonly turns: Pick<Claims, 'take'>;
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
 * The first entry that is written has the folder counted; after that it is known what this process adds, and counted again before others
 * may have filled what it takes for free. A process that only reads has it counted at its end, unless the bound that was held last, which
 * is noted beside the entries, is as low.
 */
export function createCacheSize({ folder, mostBytes, largestBytes, clock, turns }: CacheSizeOptions): CacheSize {
  /** What lies there, by the last count and what was written since; undefined before the first count. */
  let bytes: number | undefined;
  /** What this process has written since the last count. */
  let unseen = 0;
  let shrinking: Promise<void> | undefined;
  let isUsed = false;
  let isWritten = false;
  const closing = new AbortController();
  const least = mostBytes * LEAST_UNSEEN;

  // What counts and notes is loaded by the runs that do.
  const noted = async (): Promise<NotedBound> => (await import('./noted-bound.js')).notedBound(folder);

  async function isLowered(): Promise<boolean> {
    return isUsed && bytes === undefined && existsSync(folder) && ((await noted()).read() ?? Infinity) > mostBytes;
  }

  /** Whether so much was written that others may have filled the cache meanwhile. */
  function isOutdated(): boolean {
    return bytes !== undefined && unseen > Math.max((mostBytes - (bytes - unseen)) * UNSEEN, least);
  }

  async function alone<T>(work: () => Promise<T>): Promise<T> {
    const claim = await turns.take(shrinkClaim(folder), { signal: closing.signal });
    try {
      return await work();
    } finally {
      claim.release();
    }
  }

  async function shrink(): Promise<void> {
    const { shrinkCache } = await import('./shrink-cache.js');
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const before = bytes ?? 0;
      unseen = 0;
      const left = await shrinkCache({ folder, mostBytes, largestBytes, leaveBytes: mostBytes * LEAVE, now: clock.now(), signal: closing.signal, alone });
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
      unseen += size;
      if (shrinking || (!first && bytes <= mostBytes && !isOutdated())) return;
      shrinking = shrink().finally(() => (shrinking = undefined));
    },
    async close() {
      const lowered = await isLowered();
      const cancel = clock.timer(lowered ? LOWERED_MS : LAST_COUNT_MS, () => closing.abort());
      await shrinking;
      if (lowered) await shrink();
      // What was written in the last of its rounds, by this process or by others, and nothing after it, would stay.
      if (bytes !== undefined && (bytes > mostBytes || unseen > least) && !closing.signal.aborted) await shrink();
      cancel();
      // Somebody may have noted a lower one while this process wrote.
      if (!isWritten) return;
      const bound = await noted();
      if ((bound.read() ?? Infinity) < mostBytes) bound.write(mostBytes);
    },
  };
}
