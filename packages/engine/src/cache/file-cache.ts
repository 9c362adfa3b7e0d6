import { closeSync, constants, existsSync, fstatSync, mkdirSync, openSync, readSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { JsonValue } from '@assay/schema';
import { systemClock, type Clock } from '../clock/clock.js';
import { createClaims, unclaimed, type Claim, type ClaimOptions } from './claims.js';
import { readEntry, writeEntry } from './entry.js';
import { placeOf } from './entry-files.js';
import { shrinkCache } from './shrink-cache.js';

/** Values by key that outlive the process. */
export interface Cache {
  /**
   * The value under a key; undefined when there is none that can be read. Never rejects.
   * @param key 64 hexadecimal digits.
   * @param hold is told how large an entry is before it is read, and may have it wait. Never throws, nor rejects.
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
}

/** Replies are for their owner alone. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** A use is noted on disk at most once in that time. */
const NOTE_USE_MS = 3_600_000;
/** Others may write faster than one process clears, and what cannot be removed stays. */
const MOST_ROUNDS = 3;
/** What is left when entries had to go. */
const LEAVE = 0.8;
/** For so long the end of a run waits for the count of a large cache. The next run counts again. */
const LAST_COUNT_MS = 2_000;
/** A file that never ends, or only begins when somebody writes it, must not hold us up. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** Entries up to so many characters are written at once; a larger one would hold up what else goes on. */
const SMALL = 64 * 1024;
/** An entry that is larger than this part of the whole would drive out most of the others. */
const LARGEST = 0.25;

let writes = 0;

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** On Windows nobody may replace a file that somebody reads; and what somebody put in the place of an entry is no entry of ours. */
function isOfOneEntry(error: unknown): boolean {
  if (codeOf(error) === 'EISDIR') return true;
  return process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(String(codeOf(error)));
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

/** Of entries of ordinary size, one after the other. */
const buffer = Buffer.allocUnsafe(SMALL);

/** What is in a file of that size; undefined when it is another one meanwhile. @throws the system's error. */
function readWhole(file: number, size: number): string | undefined {
  const into = size <= buffer.length ? buffer : Buffer.allocUnsafe(size);
  let read = 0;
  while (read < size) {
    const more = readSync(file, into, read, size - read, null);
    if (more === 0) return undefined;
    read += more;
  }
  return into.toString('utf8', 0, size);
}

/**
 * A cache of one file for each entry, which any number of processes share. An entry is put in its place whole, and its digest
 * is checked when it is read, so that a writer may be killed at any moment. It is read synchronously: 10,000 entries took
 * 0.2 s so, 0.6 s through the thread pool, and 1.4 s with cacache, which besides knows neither a largest size nor what
 * was used last, and leaves the rights of its files to the umask.
 */
export function createFileCache({ folder, mostBytes, clock = systemClock, holdsSecrets, onProblem }: FileCacheOptions): Cache {
  let given = false;
  let noted = false;
  /** What lies there, by the last count and what was written since; undefined before the first count. */
  let bytes: number | undefined;
  let shrinking: Promise<void> | undefined;
  /** Whether the last entry that was looked for was there. */
  let warm = false;
  const closing = new AbortController();

  function giveUp(error: unknown): void {
    if (given) return;
    given = true;
    onProblem?.(error instanceof Error ? error : new Error(String(error)));
  }

  async function shrink(): Promise<void> {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const before = bytes ?? 0;
      const left = await shrinkCache({ folder, mostBytes, leaveBytes: mostBytes * LEAVE, now: clock.now(), signal: closing.signal });
      // What was written meanwhile may have been counted already: then it is counted twice, and the next count comes early.
      bytes = left + ((bytes ?? 0) - before);
      if (bytes <= mostBytes || closing.signal.aborted) return;
    }
  }

  function added(size: number): void {
    const first = bytes === undefined;
    bytes = (bytes ?? 0) + size;
    if ((!first && bytes <= mostBytes) || shrinking) return;
    shrinking = shrink().finally(() => (shrinking = undefined));
  }

  /** The folders of an entry, and a note for git in the uppermost: replies belong to no repository. */
  function makeFolders(shard: string): void {
    mkdirSync(shard, { recursive: true, mode: FOLDER_MODE });
    if (noted) return;
    noted = true;
    try {
      writeFileSync(join(folder, '.gitignore'), '*\n', { mode: FILE_MODE, flag: 'wx' });
    } catch {
      // It is there already, or what is kept beside it will not be kept either.
    }
  }

  const claims = createClaims({ clock, mode: FILE_MODE, makeFolder: (file) => makeFolders(dirname(file)) });

  /** Small entries synchronously, as they are read: into the memory of the system, in a fifth of the time. */
  function put(temporary: string, path: string, entry: Buffer): Promise<void> | undefined {
    const options = { mode: FILE_MODE, flag: 'wx' };
    if (entry.length > SMALL) return writeFile(temporary, entry, options).then(() => rename(temporary, path));
    writeFileSync(temporary, entry, options);
    renameSync(temporary, path);
    return undefined;
  }

  async function write(shard: string, path: string, entry: Buffer): Promise<void> {
    const temporary = `${path}.${process.pid}-${++writes}.tmp`;
    try {
      try {
        await put(temporary, path, entry);
      } catch (error) {
        if (!isMissing(error)) throw error;
        makeFolders(shard);
        await put(temporary, path, entry);
      }
    } catch (error) {
      // The first error says it all.
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  /**
   * An entry, open; undefined when there is none. It is looked for first as long as nothing is there: an error that is thrown
   * takes several times as long. Where entries are there, the look is left out.
   */
  function opened(path: string): number | undefined {
    if (!warm && !existsSync(path)) return undefined;
    try {
      const file = openSync(path, READ);
      warm = true;
      return file;
    } catch {
      warm = false;
      return undefined;
    }
  }

  function noteUse(path: string, usedAt: number): void {
    const now = clock.now();
    if (Math.abs(now - usedAt) < NOTE_USE_MS) return;
    try {
      utimesSync(path, now / 1000, now / 1000);
    } catch {
      // An entry that seems old goes too early, and that is all.
    }
  }

  return {
    async get(key, hold) {
      const { path } = placeOf(folder, key);
      const file = opened(path);
      if (file === undefined) return undefined;
      try {
        const found = fstatSync(file);
        const { size, mtimeMs } = found;
        if (!found.isFile() || size > mostBytes * LARGEST) return undefined;
        const room = hold?.(size);
        if (room) await room;
        const text = readWhole(file, size);
        const value = text === undefined ? undefined : readEntry(key, text);
        if (value !== undefined) noteUse(path, mtimeMs);
        return value;
      } catch {
        return undefined;
      } finally {
        closeSync(file);
      }
    },
    claim(key, options) {
      // Where nothing can be kept nobody needs to wait for it.
      if (given) return unclaimed(false);
      const { path } = placeOf(folder, key);
      const taken = claims.take(`${path}.claim`, options);
      // Whoever asked before may have been done between the look for the entry and the claim.
      const looked = (claim: Claim): Claim => (!claim.waited && existsSync(path) ? { ...claim, waited: true } : claim);
      return taken instanceof Promise ? taken.then(looked) : looked(taken);
    },
    async set(key, value, claim) {
      if (given) return claim?.release();
      try {
        const text = writeEntry(key, value);
        const entry = Buffer.from(text);
        const size = entry.length;
        if (size > mostBytes * LARGEST || holdsSecrets?.(text)) return;
        const { shard, path } = placeOf(folder, key);
        if (size > SMALL || !claim?.become(path, entry)) await write(shard, path, entry);
        added(size);
      } catch (error) {
        if (!isOfOneEntry(error)) giveUp(error);
      } finally {
        claim?.release();
      }
    },
    async close() {
      claims.close();
      const cancel = clock.timer(LAST_COUNT_MS, () => closing.abort());
      await shrinking;
      // What was written in the last of its rounds, and nothing after it, would stay.
      if (bytes !== undefined && bytes > mostBytes && !closing.signal.aborted) await shrink();
      cancel();
    },
  };
}
