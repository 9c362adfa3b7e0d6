import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { systemCode } from '../../files/system-code.js';

const SHARD = /^[\da-f]{2}$/u;
const ENTRY = /^[\da-f]{62}$/u;
const TEMPORARY = /^[\da-f]{62}\.(?:\d+-\d+\.tmp|claim(?:\.turn)?)$/u;

/** A file of a cache. */
export interface CacheFile {
  readonly path: string;
  readonly bytes: number;
  /** When it was last used, as near as an hour; milliseconds since the epoch. */
  readonly usedAt: number;
  /** True for what a writer left behind that was killed, or still writes. */
  readonly temporary: boolean;
}

/** Folder and file of an entry. @param key 64 hexadecimal digits. */
export function placeOf(folder: string, key: string): { readonly shard: string; readonly path: string } {
  const shard = `${folder}${sep}${key.slice(0, 2)}`;
  return { shard, path: `${shard}${sep}${key.slice(2)}` };
}

/** Where the bound is noted that a cache was kept within last. */
export function boundFile(folder: string): string {
  return `${folder}${sep}bound`;
}

/** What the process has that removes entries, as long as it does. */
export function shrinkClaim(folder: string): string {
  return `${folder}${sep}shrinking.claim`;
}

/** Told of a folder that is there and cannot be read; what it holds is left out. */
export type OnUnreadable = (error: unknown) => void;

async function namesIn(folder: string, onUnreadable?: OnUnreadable): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    // What is gone, or may not be read, holds nothing for us.
    if (systemCode(error) !== 'ENOENT') onUnreadable?.(error);
    return [];
  }
}

async function fileOf(path: string, temporary: boolean): Promise<CacheFile | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && { path, bytes: found.size, usedAt: found.mtimeMs, temporary };
}

/** The folders of entries in a cache. Whatever else lies there is none of its business. */
export async function cacheShards(folder: string, onUnreadable?: OnUnreadable): Promise<readonly string[]> {
  const found = await namesIn(folder, onUnreadable);
  return found.filter((one) => one.isDirectory() && SHARD.test(one.name)).map(({ name }) => join(folder, name));
}

/** The files of a cache, one folder after the other: never all of them are held. */
export async function* cacheFiles(folder: string, onUnreadable?: OnUnreadable): AsyncGenerator<CacheFile> {
  for (const shard of await cacheShards(folder, onUnreadable)) {
    const own = (await namesIn(shard, onUnreadable)).filter((one) => one.isFile() && (ENTRY.test(one.name) || TEMPORARY.test(one.name)));
    const files = await Promise.all(own.map(({ name }) => fileOf(join(shard, name), TEMPORARY.test(name))));
    for (const file of files) if (file) yield file;
  }
}
