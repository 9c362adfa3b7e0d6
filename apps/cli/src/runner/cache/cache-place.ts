import { UsageError } from '@assay/schema';
import { displayFolder } from '../../files/display-folder.js';
import { obstacleToFolder } from '../../files/obstacle-to-folder.js';
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
function requireFolder(cwd: string, place: CachePlace): CachePlace {
  const obstacle = obstacleToFolder(place.folder);
  if (obstacle) {
    throw new UsageError(`${displayFolder(cwd, obstacle.path)} is ${obstacle.kind}, and the cache is a folder`, { hint: 'move it away: the next run with --cache makes the folder' });
  }
  return place;
}

/** That of projects that nobody vouches for. @throws UsageError where it is no folder. */
export function ownCachePlace(cwd: string, env: Readonly<Record<string, string | undefined>>): CachePlace {
  const folder = ownCache(env);
  return requireFolder(cwd, { folder, shown: displayFolder(cwd, folder), mostBytes: mostCacheBytes() });
}

/**
 * That of a project.
 * @param setting `cache:` of its settings.
 * @throws UsageError where it is no folder.
 */
export function projectCachePlace(cwd: string, root: string, setting: unknown): CachePlace {
  const folder = projectCache(root);
  return requireFolder(cwd, { folder, shown: displayFolder(cwd, folder), mostBytes: mostCacheBytes(setting) });
}
