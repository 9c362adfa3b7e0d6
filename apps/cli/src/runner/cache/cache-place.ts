import { lstat, stat } from 'node:fs/promises';
import { UsageError } from '@assay/schema';
import { displayFolder } from '../../files/display-folder.js';
import { ownCache, projectCache } from '../../folders/cache-folder.js';
import { mostCacheBytes } from './most-cache-bytes.js';

/** Where replies are kept. */
export interface CachePlace {
  /** Absolute. */
  readonly folder: string;
  readonly shown: string;
  readonly mostBytes: number;
}

/** @throws UsageError where something else stands: nothing can be kept there, and nothing of it is ours to count or remove. */
async function requireFolder(place: CachePlace): Promise<CachePlace> {
  const { folder, shown } = place;
  const found = await stat(folder).catch(() => lstat(folder).catch(() => undefined));
  if (found !== undefined && !found.isDirectory()) {
    throw new UsageError(`${shown} is ${found.isSymbolicLink() ? 'a link to nothing' : 'a file'}, and the cache is a folder`, { hint: 'move it away: the next run with --cache makes the folder' });
  }
  return place;
}

/** That of projects that nobody vouches for. @throws UsageError where it is no folder. */
export function ownCachePlace(cwd: string, env: Readonly<Record<string, string | undefined>>): Promise<CachePlace> {
  const folder = ownCache(env);
  return requireFolder({ folder, shown: displayFolder(cwd, folder), mostBytes: mostCacheBytes() });
}

/**
 * That of a project.
 * @param setting `cache:` of its settings.
 * @throws UsageError where it is no folder.
 */
export function projectCachePlace(cwd: string, root: string, setting: unknown): Promise<CachePlace> {
  const folder = projectCache(root);
  return requireFolder({ folder, shown: displayFolder(cwd, folder), mostBytes: mostCacheBytes(setting) });
}
