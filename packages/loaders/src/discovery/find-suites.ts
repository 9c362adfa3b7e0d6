import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { existsSync } from 'node:fs';
import { errorText, compileGlob, InvalidFileError, UsageError, type Diagnostic, type Loader, type ReportDiagnostic } from '@assay/schema';
import { otherName, type Detected } from '../dialect/detect-dialect.js';
import { extensionsOf, LINES } from '../dialect/file-extensions.js';
import { openSource, type OpenedSource } from '../dialect/open-source.js';
import { otherFiles } from '../dialect/other-files.js';
import { displayPath } from '../files/display-path.js';
import { isLink, similarFile, startOf } from '../files/file-problem.js';
import { readSource } from '../files/read-source.js';
import { evalJsonFiles, isMeantAsBaseline } from '../folder/json-in-folder.js';
import { findProjectRoot } from '../references/project-root.js';
import { skipReason } from '../folder/skip-reason.js';
import { isInSuites } from '../folder/suite-name.js';
import type { SuitePath } from '../folder/suite-path.js';
import { settingsKind, type SettingsFile } from './settings-file.js';

export interface FindOptions {
  /** Folder that patterns start from. Default: the working directory. */
  readonly cwd?: string | undefined;
  /** Receives a note for every file that is passed over. */
  readonly report?: ReportDiagnostic | undefined;
  /**
   * Receives the files that are no suites and can be checked all the same: targets, settings,
   * baselines. Default: they are passed over in folders and globs, and taken for suites where they are named.
   */
  readonly onSettings?: ((file: SettingsFile) => void) | undefined;
  /**
   * Asked before a file is opened to see what it is. One that may not be is taken for a suite, so that
   * its loader says what is wrong with it; JSON in a folder is passed over. Default: all may.
   */
  readonly mayOpen?: ((file: string) => Promise<boolean>) | undefined;
  /** The dialects that files may have. */
  readonly loaders: readonly Loader[];
}

/** The options with their defaults. */
interface Search extends FindOptions {
  readonly cwd: string;
}

const IGNORED = ['**/node_modules/**', '**/.*/**'];

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch {
    return undefined;
  }
}

/** What stands in a path for bytes that are no UTF-8: no file can be opened by such a path. */
const NO_CHARACTER = '\uFFFD';
const RENAME = 'rename it: names of files must be UTF-8';

/** What a pattern that matches nothing may have meant. */
async function hintFor(pattern: string, cwd: string): Promise<string> {
  if (pattern.includes(NO_CHARACTER)) return RENAME;
  const path = resolve(cwd, pattern.split(/[*?{[(!]/u, 1)[0] ?? '');
  const { isDynamicPattern } = await import('tinyglobby');
  const similar = isDynamicPattern(pattern) ? undefined : await similarFile(path);
  if (similar) return `did you mean ${join(dirname(pattern), similar)}?`;
  let folder = path;
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  const missing = resolve(cwd, pattern).slice(folder.length + 1).split(/[\\/]/u, 1)[0];
  const nearest = missing ? await similarFile(join(folder, missing)) : undefined;
  const shown = displayPath(folder, cwd);
  return nearest && nearest !== missing
    ? `did you mean ${join(shown === folder && folder === cwd ? '' : shown, nearest)}?`
    : `the nearest path that exists is ${folder === cwd ? '.' : shown}; eval files end in .yaml, .yml or .jsonl`;
}

interface Match {
  readonly file: string;
  /** True for a file that the user named. */
  readonly explicit: boolean;
}

async function filesInFolder(folder: string, { loaders, mayOpen }: Search): Promise<readonly string[]> {
  const { glob } = await import('tinyglobby');
  const pattern = `**/*.{${extensionsOf(loaders).map((extension) => extension.slice(1)).join(',')}}`;
  const found = await glob(pattern, { cwd: folder, absolute: true, ignore: IGNORED, dot: false, expandDirectories: false });
  const isJson = (file: string): boolean => extname(file).toLowerCase() === '.json';
  return [...found.filter((file) => !isJson(file)), ...(await evalJsonFiles(found.filter(isJson), loaders, mayOpen))];
}

/** True for globs that take for ever on names that are made for it: many `*` in one part, many `**`, repeated groups. */
function mayTakeLong(glob: string): boolean {
  const count = (text: string, sign: string): number => text.split(sign).length - 1;
  return count(glob, '**') > 2 || count(glob, '*(') + count(glob, '+(') > 0 || glob.split('/').some((part) => count(part, '*') + 2 * count(part, '!(') > 3);
}

async function filesOfPattern(written: string, cwd: string): Promise<string[]> {
  // Only loaded when there is something to look for: most commands name a file.
  const { glob, isDynamicPattern } = await import('tinyglobby');
  if (!isDynamicPattern(written)) return [];
  const pattern = process.platform === 'win32' ? written.replaceAll('\\', '/') : written;
  const options = { absolute: true, ignore: IGNORED, dot: false, expandDirectories: false };
  if (!mayTakeLong(pattern)) return glob(pattern, { ...options, cwd });
  const parts = pattern.split('/');
  const first = parts.findIndex((part) => isDynamicPattern(part) || /[{(]/u.test(part));
  const base = resolve(cwd, `${parts.slice(0, first).join('/')}/`.replace(/^\/$/u, pattern.startsWith('/') ? '/' : '.'));
  const matches = compileGlob(parts.slice(first).join('/'), { paths: true });
  const found = await glob('**', { ...options, cwd: base });
  return found.filter((file) => matches(relative(base, file).replaceAll('\\', '/')));
}

/** What can be checked, for who named a folder that has none of it. */
const WITH_SETTINGS = 'eval files, model configs, files of targets, settings and baselines end in .yaml, .yml, .json or .jsonl';

async function expand(pattern: string, search: Search): Promise<readonly Match[]> {
  const { cwd, loaders } = search;
  const path = resolve(cwd, pattern);
  const kind = await kindOf(path);
  if (kind === 'file') return [{ file: path, explicit: true }];
  const found = kind === 'folder' ? await filesInFolder(path, search) : await filesOfPattern(pattern, cwd);
  const extensions = new Set(extensionsOf(loaders));
  const files = found.map((file) => resolve(file)).filter((file) => extensions.has(extname(file).toLowerCase()));
  if (files.length > 0) return files.map((file) => ({ file, explicit: false }));
  if (kind === undefined && (await isLink(path))) {
    throw new UsageError(`${pattern} is a symbolic link that leads nowhere`, { hint: 'point it at a file or a folder, or remove it' });
  }
  throw new UsageError(
    kind === 'folder' ? `no eval files in ${pattern}` : `nothing matches ${pattern}`,
    { hint: kind === 'folder' ? search.onSettings ? WITH_SETTINGS : 'eval files end in .yaml, .yml or .jsonl' : await hintFor(pattern, cwd) },
  );
}

/** What a file is; undefined when it cannot be read or parsed: the loader says what is wrong with it. */
async function kindOfFile(file: string, shown: string, loaders: readonly Loader[]): Promise<(Pick<OpenedSource, 'detected'> & Partial<OpenedSource>) | undefined> {
  try {
    return await openSource({ file, shown, loaders });
  } catch (error) {
    if (!(error instanceof InvalidFileError)) throw error;
    const isBaseline = extname(file).toLowerCase() === '.json' && isMeantAsBaseline(await readSource(file, shown).catch(() => ''));
    const baseline = otherFiles.find(({ name }) => name === 'baseline');
    return isBaseline && baseline ? { detected: { kind: 'other', file: baseline } } : undefined;
  }
}

/** The place that a file really has; undefined, with a warning, for one that cannot be reached by its name. */
async function realPlace(file: string, { cwd = '', report }: FindOptions): Promise<string | undefined> {
  try {
    return await realpath(file);
  } catch (error) {
    const unreadable = file.includes(NO_CHARACTER);
    const location = startOf(displayPath(file, cwd));
    const message = unreadable ? 'the name of this file is not UTF-8; the file is left out' : `the file is left out: ${errorText(error)}`;
    report?.({ severity: 'warning', code: 'file-not-readable', message, hint: unreadable ? RENAME : 'check that the file is still there', location });
    return undefined;
  }
}

const byName = ([a]: readonly [string, boolean], [b]: readonly [string, boolean]): number => (a < b ? -1 : 1);

/** How far a name is from the place of its file: over links, and then over how many folders. Links to a folder around them would spread a suite. */
function detour(file: string, real: string, { cwd, realCwd }: { readonly cwd: string; readonly realCwd: string }): readonly [number, number] {
  return [resolve(realCwd, relative(cwd, file)) === real ? 0 : 1, file.split(sep).length];
}

/** All files that the patterns match, sorted, each once; true for those that are named themselves. */
async function matchesOf(patterns: readonly string[], options: Search): Promise<ReadonlyMap<string, boolean>> {
  const matches = new Map<string, boolean>();
  for (const pattern of patterns) {
    for (const { file, explicit } of await expand(pattern, options)) {
      matches.set(file, explicit || (matches.get(file) ?? false));
    }
  }
  const places = { cwd: options.cwd, realCwd: await realpath(options.cwd).catch(() => options.cwd) };
  const unique = new Map<string, [file: string, explicit: boolean]>();
  for (const [file, explicit] of [...matches].toSorted(byName)) {
    const real = await realPlace(file, options);
    if (real === undefined) continue;
    const [named, wasExplicit] = unique.get(real) ?? [file, false];
    const [links, folders] = detour(file, real, places);
    const [linksBefore, foldersBefore] = detour(named, real, places);
    const isNearer = links < linksBefore || (links === linksBefore && folders < foldersBefore);
    unique.set(real, [isNearer ? file : named, wasExplicit || explicit]);
  }
  return new Map([...unique.values()].toSorted(byName));
}

/**
 * The test cases of one folder are one suite. Those that were named themselves, and nothing else of
 * the folder, are suites of their own, except in a folder of suites: what else runs gives no file
 * another name.
 */
function toSuites(folder: string, files: readonly string[], named: ReadonlyMap<string, boolean>): readonly SuitePath[] {
  const alone = files.length === 1 || !isInSuites(folder, findProjectRoot(folder));
  return alone && files.every((file) => named.get(file)) ? files.map((path) => ({ path })) : [{ path: folder, files }];
}

/** A table that is found by itself is a dataset if a sidecar says so: most tables are something else. */
function loneTable(detected: Detected, file: string, shown: string): Diagnostic | undefined {
  if (detected.kind !== 'suite' || detected.loader.streamed === undefined) return undefined;
  const extension = extname(file);
  if (existsSync(`${file.slice(0, file.length - extension.length)}.yaml`)) return undefined;
  return { severity: 'info', code: 'no-suite', message: 'the table is skipped: it has no sidecar', hint: `name it to run it, or write ${basename(file, extension)}.yaml beside it`, location: startOf(shown) };
}

/**
 * The suites that files, folders and globs stand for, sorted, each once. Test cases of one folder are
 * one suite, which holds those that were matched; all other files are suites of their own, as are
 * test cases that are named themselves outside of a folder of suites. A file
 * that is named itself is never passed over; in folders and globs, files that are no suites are, and those whose cases are of another suite,
 * with a note to `report`.
 * @throws UsageError for a pattern that matches nothing.
 */
export async function findSuites(patterns: readonly string[], options: FindOptions): Promise<SuitePath[]> {
  const search: Search = { ...options, cwd: resolve(options.cwd ?? process.cwd()) };
  const matches = await matchesOf(patterns, search);
  const count = new Map<string, number>();
  for (const file of matches.keys()) count.set(dirname(file), (count.get(dirname(file)) ?? 0) + 1);
  // In the order of their first files: what makes the suite of a folder is collected where the first one stands.
  const suites = new Map<string, { readonly path: string; readonly files?: string[] }>();
  // What stands alone is named by no other.
  const namedCases = matches.size > 1 ? (await import('./named-case-files.js')).createNamedCases() : undefined;
  // Whose cases a file has is known when all were looked into.
  const found: { readonly file: string; readonly shown: string; readonly explicit: boolean; readonly detected: Detected | undefined }[] = [];
  for (const [file, explicit] of matches) {
    const folder = dirname(file);
    const shown = displayPath(file, search.cwd);
    // What stands alone needs no looking into: it is its own suite whatever it is.
    const alone = explicit && count.get(folder) === 1 && !options.onSettings;
    const closed = !alone && (await options.mayOpen?.(file)) === false;
    const opened = alone || closed ? undefined : await kindOfFile(file, shown, search.loaders);
    const detected = opened?.detected;
    const kind = options.onSettings && settingsKind(file, otherName(detected));
    if (kind) {
      options.onSettings?.({ path: file, kind });
      continue;
    }
    if (opened?.source) namedCases?.note(opened.source, opened.detected);
    found.push({ file, shown, explicit, detected });
  }
  for (const { file, shown, explicit, detected } of found) {
    const folder = dirname(file);
    const owner = explicit ? undefined : namedCases?.ownerOf(file);
    if (owner !== undefined) {
      options.report?.({ severity: 'info', code: 'skipped-file', message: `skipped: its cases are those of ${owner}, which names it`, location: startOf(shown) });
      continue;
    }
    const skip = explicit || detected === undefined ? undefined : (skipReason(detected, shown) ?? loneTable(detected, file, shown));
    if (skip) options.report?.(skip);
    else if (detected?.kind === 'suite' && detected.loader.loadFolder && extname(file).toLowerCase() !== LINES) {
      const key = `${folder}\0${detected.loader.name}`;
      const files = suites.get(key)?.files;
      if (files) files.push(file);
      else suites.set(key, { path: folder, files: [file] });
    } else suites.set(file, { path: file });
  }
  return [...suites.values()].flatMap(({ path, files }) => (files ? toSuites(path, files, matches) : [{ path }]));
}
