import { existsSync, rmdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isError, type JsonValue } from '@assay/schema';
import { systemClock, type Clock } from '../clock/clock.js';
import { systemCode } from '../files/system-code.js';
import { createCacheSize } from './cache-size.js';
import { createClaims, unclaimed, type Claim, type ClaimOptions, type ClaimsOptions } from './claims/claims.js';
import { readEntry, writeEntry } from './entries/entry.js';
import { placeOf } from './entries/entry-files.js';
import { createEntryReader } from './entries/entry-reader.js';
import { createEntryWriter, FILE_MODE, SMALL } from './entries/entry-writer.js';

/** Values by key that outlive the process. */
export interface Cache {
  /**
   * The value under a key; undefined when there is none that can be read. Never rejects.
   * @param key 64 hexadecimal digits.
   * @param hold called with how large an entry is before it is read, and may have it wait. Never throws, nor rejects.
   */
  get(key: string, hold?: (bytes: number) => Promise<void> | undefined): Promise<JsonValue | undefined>;
  /**
   * Keeps a value, in place of an older one. Resolves when others can read it, or it could not be kept; never rejects.
   * @param claim on the key, which is given up with it.
   */
  set(key: string, value: JsonValue, claim?: Claim): Promise<void>;
  /**
   * Tells other processes that the value under a key is being asked for, which they then wait for. At once where none of them
   * asks for it too, else when that one is done or gone. Never rejects.
   */
  claim(key: string, options: ClaimOptions): Claim | Promise<Claim>;
  /** Resolves when nothing of it is under way any more. */
  close(): Promise<void>;
}

export interface FileCacheOptions {
  /** Absolute; made when something is kept. */
  readonly folder: string;
  /** Most bytes of all entries together; the longest unused go first. It may be more for a moment. */
  readonly mostBytes: number;
  readonly clock?: Clock | undefined;
  /** Told an entry as JSON; one that it is true of is not kept. */
  readonly holdsSecrets?: ((json: string) => boolean) | undefined;
  /** Told once, when nothing more can be kept (a full disk, a folder that cannot be written). */
  readonly onProblem?: ((error: Error) => void) | undefined;
  /** Told once, where a folder with something in it stands in the place of an entry: that entry is not kept, and all else is. */
  readonly onObstacle?: ((path: string) => void) | undefined;
}

/** An entry that is larger than this part of the whole would drive out most of the others. */
const LARGEST = 0.25;

/** On Windows nobody may replace a file that somebody reads. */
function isOfOneEntry(error: unknown): boolean {
  return process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(String(systemCode(error)));
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Removes a folder that stands in the place of an entry, if it is empty: what somebody put there is not ours. */
function removeEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Whether something still stands there is seen when the entry is put there.
  }
}

/**
 * A cache of one file for each entry, which any number of processes share. An entry is put in its place whole, and its digest
 * is checked when it is read, so that a writer may be killed at any moment. It is read synchronously: 10,000 entries took
 * 0.2 s so, 0.6 s through the thread pool, and 1.4 s with cacache, which besides knows neither a largest size nor what
 * was used last, and leaves the rights of its files to the umask.
 */
export function createFileCache({ folder, mostBytes, clock = systemClock, holdsSecrets, onProblem, onObstacle }: FileCacheOptions): Cache {
  let given = false;
  let isObstructed = false;
  const largest = mostBytes * LARGEST;
  const writer = createEntryWriter(folder);
  const reader = createEntryReader({ mostBytes: largest, clock });
  const claiming: ClaimsOptions = { clock, mode: FILE_MODE, makeFolder: (file) => writer.makeFolders(dirname(file)) };
  const claims = createClaims(claiming);
  // Claims of its own: entries are removed at the end too, when those of requests are given up.
  const turns = createClaims(claiming);
  const size = createCacheSize({ folder, mostBytes, largestBytes: largest, clock, turns });

  function giveUp(error: unknown): void {
    if (given) return;
    given = true;
    onProblem?.(isError(error) ? error : new Error(String(error)));
  }

  /** @throws the system's error. */
  async function put(shard: string, path: string, entry: Buffer, claim: Claim | undefined): Promise<void> {
    try {
      if (entry.length > SMALL || !claim?.become(path, entry)) await writer.write(shard, path, entry);
    } catch (error) {
      if (!isFolder(path)) throw error;
      removeEmpty(path);
      await writer.write(shard, path, entry);
    }
  }

  function failed(error: unknown, path: string): void {
    if (!isFolder(path)) return isOfOneEntry(error) ? undefined : giveUp(error);
    if (!isObstructed) onObstacle?.(path);
    isObstructed = true;
  }

  return {
    async get(key, hold) {
      size.used();
      const found = await reader.read(placeOf(folder, key).path, hold);
      if (!found) return undefined;
      const value = readEntry(key, found.text);
      if (value !== undefined) found.noteUse();
      return value;
    },
    claim(key, options) {
      // Where nothing can be kept nobody needs to wait for it.
      if (given) return unclaimed(false);
      const { path } = placeOf(folder, key);
      const taken = claims.take(`${path}.claim`, options);
      // Another process may have written the entry after it was looked for, and before the claim was taken.
      const looked = (claim: Claim): Claim => (!claim.waited && existsSync(path) ? { ...claim, waited: true } : claim);
      return taken instanceof Promise ? taken.then(looked) : looked(taken);
    },
    async set(key, value, claim) {
      if (given) return claim?.release();
      const { shard, path } = placeOf(folder, key);
      try {
        const text = writeEntry(key, value);
        const entry = Buffer.from(text);
        if (entry.length > largest || holdsSecrets?.(text)) return;
        await put(shard, path, entry, claim);
        size.added(entry.length);
      } catch (error) {
        failed(error, path);
      } finally {
        claim?.release();
      }
    },
    async close() {
      claims.close();
      await size.close();
      turns.close();
    },
  };
}
