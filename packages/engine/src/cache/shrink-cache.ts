import { rm } from 'node:fs/promises';
import { cacheFiles } from './entries/entry-files.js';

const MINUTE_MS = 60_000;
/** Nobody writes one entry for so long: whoever began it is gone. */
const ABANDONED_MS = 60 * MINUTE_MS;

export interface ShrinkOptions {
  /** Absolute. */
  readonly folder: string;
  /** Above this the entries that were used longest ago go. */
  readonly mostBytes: number;
  /** Entries above this go in any case: nobody reads them. */
  readonly largestBytes: number;
  /** Down to this, so that not every entry that is added starts a search for another one. */
  readonly leaveBytes: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Aborting it ends the walk where it is. */
  readonly signal: AbortSignal;
  /** Does something while no other process removes entries: each would remove others for what is too much, and most would be gone. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
}

interface Sizes {
  readonly bytes: number;
  /** Bytes of the entries by the minute in which they were last used. */
  readonly byMinute: ReadonlyMap<number, number>;
}

function removed(path: string): Promise<boolean> {
  return rm(path, { force: true }).then(
    () => true,
    () => false,
  );
}

async function measure({ folder, largestBytes, now, signal }: ShrinkOptions): Promise<Sizes> {
  const byMinute = new Map<number, number>();
  let bytes = 0;
  for await (const file of cacheFiles(folder)) {
    if (signal.aborted) break;
    if (file.temporary) {
      if (now - file.usedAt > ABANDONED_MS) await rm(file.path, { force: true }).catch(() => undefined);
      continue;
    }
    if (file.bytes > largestBytes && (await removed(file.path))) continue;
    const minute = Math.floor(file.usedAt / MINUTE_MS);
    byMinute.set(minute, (byMinute.get(minute) ?? 0) + file.bytes);
    bytes += file.bytes;
  }
  return { bytes, byMinute };
}

/** What has to go: the entries of all minutes before one, and some of that one. */
interface Going {
  readonly last: number;
  /** Bytes of the entries of the last minute that have to go. Those before it go besides, whichever are come to first. */
  readonly ofLast: number;
}

/** What has to go for so many bytes. */
function toGo(byMinute: Sizes['byMinute'], excess: number): Going {
  let left = excess;
  for (const [minute, bytes] of [...byMinute].toSorted(([a], [b]) => a - b)) {
    if (left <= bytes) return { last: minute, ofLast: left };
    left -= bytes;
  }
  return { last: Infinity, ofLast: 0 };
}

/** Removes what is too much by now. @returns how many bytes are left. */
async function removeExcess(options: ShrinkOptions): Promise<number> {
  const { bytes, byMinute } = await measure(options);
  if (bytes <= options.mostBytes || options.signal.aborted) return bytes;
  const excess = bytes - options.leaveBytes;
  const { last, ofLast } = toGo(byMinute, excess);
  let freed = 0;
  let freedOfLast = 0;
  for await (const { path, bytes: size, usedAt, temporary } of cacheFiles(options.folder)) {
    if (options.signal.aborted) break;
    const minute = Math.floor(usedAt / MINUTE_MS);
    if (temporary || minute > last || (minute === last && freedOfLast >= ofLast) || !(await removed(path))) continue;
    freed += size;
    if (minute === last) freedOfLast += size;
  }
  return bytes - freed;
}

/**
 * Makes a cache small enough, in walks over its files and in little memory. Removes what killed writers left
 * behind, and what is larger than an entry may be. What cannot be removed stays.
 * @returns how many bytes are left.
 */
export async function shrinkCache(options: ShrinkOptions): Promise<number> {
  const { bytes } = await measure(options);
  if (bytes <= options.mostBytes || options.signal.aborted) return bytes;
  // Counted once more then: another process may have removed enough until it is this one's turn.
  return options.alone(() => removeExcess(options));
}
