import { rm, rmdir } from 'node:fs/promises';
import { boundFile, cacheFiles, cacheShards, shrinkClaim } from './entries/entry-files.js';

/** What lies in a cache. */
export interface CacheContents {
  readonly entries: number;
  readonly bytes: number;
  /** Milliseconds since the epoch, as near as an hour; absent of an empty cache. */
  readonly leastRecentUse?: number | undefined;
  readonly mostRecentUse?: number | undefined;
}

function unreadable(error: unknown): never {
  throw error;
}

/**
 * Counts the entries of a cache; one that is not there is empty.
 * @param folder Absolute.
 * @throws Error of the file system for a folder that cannot be read.
 */
export async function cacheContents(folder: string): Promise<CacheContents> {
  let [entries, bytes] = [0, 0];
  let [least, most] = [Infinity, -Infinity];
  for await (const { temporary, bytes: size, usedAt } of cacheFiles(folder, unreadable)) {
    if (temporary) continue;
    entries += 1;
    bytes += size;
    least = Math.min(least, usedAt);
    most = Math.max(most, usedAt);
  }
  return { entries, bytes, ...(entries === 0 ? {} : { leastRecentUse: least, mostRecentUse: most }) };
}

/**
 * Removes the entries of a cache, and nothing else that lies in its folder.
 * @param folder Absolute.
 * @returns how many there were.
 * @throws Error of the file system for an entry that cannot be removed, or a folder that cannot be read.
 */
export async function clearCache(folder: string): Promise<Pick<CacheContents, 'entries' | 'bytes'>> {
  let [entries, bytes] = [0, 0];
  for await (const { path, temporary, bytes: size } of cacheFiles(folder, unreadable)) {
    await rm(path, { force: true });
    if (temporary) continue;
    entries += 1;
    bytes += size;
  }
  for (const file of [boundFile(folder), shrinkClaim(folder)]) await rm(file, { force: true }).catch(() => undefined);
  // Somebody else may keep something there meanwhile.
  for (const shard of await cacheShards(folder)) await rmdir(shard).catch(() => undefined);
  return { entries, bytes };
}
