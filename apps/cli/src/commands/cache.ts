import { cacheContents, clearCache, type CacheContents } from '@assay/engine';
import { formatCount } from '@assay/reports';
import { UsageError } from '@assay/schema';
import { EXIT } from '../exit-codes.js';
import { writeReason } from '../files/write-failure.js';
import { ownCachePlace, projectCachePlace, type CachePlace } from '../runner/cache/cache-place.js';
import { projectHere } from '../terminal/project-here.js';
import { writeOut } from '../terminal/write-out.js';

export interface CacheCommandOptions {
  /** The cache of untrusted projects. */
  readonly untrusted?: boolean;
  readonly json?: boolean;
}

async function placeOf({ untrusted = false }: CacheCommandOptions): Promise<CachePlace> {
  const cwd = process.cwd();
  const { root, defaults } = await projectHere(cwd);
  return untrusted ? ownCachePlace(cwd, process.env) : projectCachePlace(cwd, root, defaults.settings['cache']);
}

function refusal(doing: string, { shown }: CachePlace, error: unknown): UsageError {
  return new UsageError(`cannot ${doing} ${shown}: ${writeReason(error)}`, { hint: 'check whose folder it is, its rights and its disk', cause: error });
}

const MEGABYTE = 2 ** 20;

function size(bytes: number): string {
  if (bytes < MEGABYTE) return `${(bytes / 1024).toFixed(1)} kB`;
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

function time(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

function described({ shown, mostBytes }: CachePlace, { entries, bytes, leastRecentUse, mostRecentUse }: CacheContents): string {
  const used = entries === 0 ? '' : `; used from ${time(leastRecentUse)} to ${time(mostRecentUse)}`;
  const tooMuch = bytes > mostBytes ? '; the next run with --cache removes what is too much' : '';
  return `${shown}: ${formatCount(entries, 'entry', 'entries')}, ${size(bytes)} of at most ${size(mostBytes)}${used}${tooMuch}\n`;
}

async function print(json: unknown): Promise<void> {
  await writeOut(`${JSON.stringify(json, null, 2)}\n`);
}

/** `assay cache stats`: what is kept. */
export async function cacheStatsCommand(options: CacheCommandOptions): Promise<number> {
  const place = await placeOf(options);
  const contents = await cacheContents(place.folder).catch((error: unknown) => {
    throw refusal('read', place, error);
  });
  const { entries, bytes, leastRecentUse, mostRecentUse } = contents;
  if (options.json) {
    const used = { least_recent_use: time(leastRecentUse), most_recent_use: time(mostRecentUse) };
    await print({ folder: place.shown, entries, bytes, max_bytes: place.mostBytes, ...used });
  } else await writeOut(described(place, contents));
  return EXIT.passed;
}

/** `assay cache clear`: forgets what is kept. */
export async function cacheClearCommand(options: CacheCommandOptions): Promise<number> {
  const place = await placeOf(options);
  const { entries, bytes } = await clearCache(place.folder).catch((error: unknown) => {
    throw refusal('clear', place, error);
  });
  if (options.json) await print({ folder: place.shown, removed_entries: entries, freed_bytes: bytes });
  else await writeOut(`${place.shown}: removed ${formatCount(entries, 'entry', 'entries')}, ${size(bytes)}\n`);
  return EXIT.passed;
}
