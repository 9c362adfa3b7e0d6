import { lstat, stat } from 'node:fs/promises';
import { cacheContents, clearCache, type CacheContents } from '@assay/engine';
import { loadProject } from '@assay/loaders';
import { UsageError } from '@assay/schema';
import { displayFolder } from '../files/display-folder.js';
import { EXIT } from '../exit-codes.js';
import { settingDefinitions } from '../options/setting-definitions.js';
import { ownCache, projectCache } from '../folders/cache-folder.js';
import { mostCacheBytes } from '../runner/cache/most-cache-bytes.js';
import { outputRedactor } from '../secrets/output-redactor.js';
import { createFindingPrinter } from '../terminal/print-findings.js';
import { writeOut } from '../terminal/write-out.js';

export interface CacheCommandOptions {
  /** The cache of untrusted projects. */
  readonly untrusted?: boolean;
  readonly json?: boolean;
}

interface Place {
  /** Absolute. */
  readonly folder: string;
  readonly shown: string;
  readonly mostBytes: number;
}

function shownPlace(folder: string, cwd: string): Omit<Place, 'mostBytes'> {
  return { folder, shown: displayFolder(cwd, folder) };
}

/** @throws UsageError where something else stands: nothing can be kept there, and nothing of it is ours to count or remove. */
async function refuseNoFolder({ folder, shown }: Place): Promise<void> {
  const found = await stat(folder).catch(() => lstat(folder).catch(() => undefined));
  if (found === undefined || found.isDirectory()) return;
  throw new UsageError(`${shown} is ${found.isSymbolicLink() ? 'a link to nothing' : 'a file'}, and the cache is a folder`, { hint: 'move it away: the next run with --cache makes the folder' });
}

async function placeOf(options: CacheCommandOptions): Promise<Place> {
  const place = await placeSaid(options);
  await refuseNoFolder(place);
  return place;
}

async function placeSaid({ untrusted = false }: CacheCommandOptions): Promise<Place> {
  const cwd = process.cwd();
  const findings = createFindingPrinter();
  const project = await loadProject(cwd, { env: process.env, workingDirectory: cwd, settings: settingDefinitions, report: findings.report });
  findings.finish();
  outputRedactor.addEnvironment(project.env);
  if (untrusted) return { ...shownPlace(ownCache(process.env), cwd), mostBytes: mostCacheBytes() };
  return { ...shownPlace(projectCache(project.root), cwd), mostBytes: mostCacheBytes(project.defaults.settings['cache']) };
}

const MEGABYTE = 2 ** 20;

function size(bytes: number): string {
  if (bytes < MEGABYTE) return `${(bytes / 1024).toFixed(1)} kB`;
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

function count(entries: number): string {
  return `${entries} ${entries === 1 ? 'entry' : 'entries'}`;
}

function time(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

function described({ shown, mostBytes }: Place, { entries, bytes, leastRecentUse, mostRecentUse }: CacheContents): string {
  const used = entries === 0 ? '' : `; used from ${time(leastRecentUse)} to ${time(mostRecentUse)}`;
  return `${shown}: ${count(entries)}, ${size(bytes)} of at most ${size(mostBytes)}${used}\n`;
}

async function print(json: unknown): Promise<void> {
  await writeOut(`${JSON.stringify(json, null, 2)}\n`);
}

/** `assay cache stats`: what is kept. */
export async function cacheStatsCommand(options: CacheCommandOptions): Promise<number> {
  const place = await placeOf(options);
  const contents = await cacheContents(place.folder);
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
  const { entries, bytes } = await clearCache(place.folder);
  if (options.json) await print({ folder: place.shown, removed_entries: entries, freed_bytes: bytes });
  else await writeOut(`${place.shown}: removed ${count(entries)}, ${size(bytes)}\n`);
  return EXIT.passed;
}
