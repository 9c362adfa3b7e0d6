import { realpath, stat } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import { InvalidFileError, UsageError, type Diagnostic, type ReportDiagnostic } from '@assay/schema';
import { glob, isDynamicPattern } from 'tinyglobby';
import type { DetectedDialect } from '../dialect/detect-dialect.js';
import { openSource } from '../dialect/source-file.js';
import { displayPath } from '../files/display-path.js';
import { similarFile, startOf } from '../files/file-problem.js';

export interface DiscoverOptions {
  /** Folder that patterns start from. Default: the working directory. */
  readonly cwd?: string | undefined;
  /** Receives a note for every file that is passed over. */
  readonly report?: ReportDiagnostic | undefined;
}

const IN_FOLDERS = '**/*.{yaml,yml,jsonl}';
const EXTENSIONS = new Set(['.yaml', '.yml', '.jsonl', '.json']);
const IGNORED = ['**/node_modules/**', '**/.*/**'];

const SKIPPED: Partial<Record<DetectedDialect, string>> = {
  sidecar: 'it is a sidecar: it has settings but no cases',
  'target-file': 'it defines targets',
  config: 'it is a project configuration',
  baseline: 'it is a baseline',
  'run-row': 'it is the result of a run',
  recording: 'it is a recording of replies',
};

/** Why a file that was not named itself is passed over; undefined when it is a suite (or may be one). */
async function reasonToSkip(file: string, shown: string): Promise<Diagnostic | undefined> {
  let dialect: DetectedDialect;
  try {
    ({ dialect } = await openSource({ file, shown }));
  } catch (error) {
    // A file that cannot be read or parsed is left to the loader, which says what is wrong with it.
    if (error instanceof InvalidFileError) return undefined;
    throw error;
  }
  const location = startOf(shown);
  if (dialect === 'unknown' && extname(file).toLowerCase() !== '.jsonl') {
    return {
      severity: 'warning',
      code: 'skipped-file',
      message: 'skipped: it is not recognised as an eval file',
      location,
      hint: 'name the file itself to see why',
    };
  }
  const reason = SKIPPED[dialect];
  return reason === undefined
    ? undefined
    : { severity: 'info', code: 'skipped-file', message: `skipped: ${reason}`, location };
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch {
    return undefined;
  }
}

/** What a pattern that matches nothing may have meant. */
async function hintFor(pattern: string, cwd: string): Promise<string> {
  const path = resolve(cwd, pattern.split(/[*?{[(!]/u, 1)[0] ?? '');
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

async function expand(pattern: string, cwd: string): Promise<readonly Match[]> {
  const path = resolve(cwd, pattern);
  const kind = await kindOf(path);
  if (kind === 'file') return [{ file: path, explicit: true }];
  const found =
    kind === 'folder'
      ? await glob(IN_FOLDERS, { cwd: path, absolute: true, ignore: IGNORED, dot: false, expandDirectories: false })
      : isDynamicPattern(pattern)
        ? await glob(process.platform === 'win32' ? pattern.replaceAll('\\', '/') : pattern, {
            cwd, absolute: true, ignore: IGNORED, dot: false, expandDirectories: false,
          })
        : [];
  const files = found.map((file) => resolve(file)).filter((file) => EXTENSIONS.has(extname(file).toLowerCase()));
  if (files.length > 0) return files.map((file) => ({ file, explicit: false }));
  throw new UsageError(
    kind === 'folder' ? `no eval files in ${pattern}` : `nothing matches ${pattern}`,
    { hint: kind === 'folder' ? 'eval files end in .yaml, .yml or .jsonl' : await hintFor(pattern, cwd) },
  );
}

/**
 * The suites that files, folders and globs stand for: absolute paths, sorted, each once. A file
 * that is named itself is never passed over; in folders and globs, files that are no suites are,
 * with a note to `report`.
 * @throws UsageError for a pattern that matches nothing.
 */
export async function discoverSuites(patterns: readonly string[], options: DiscoverOptions = {}): Promise<string[]> {
  const cwd = resolve(options.cwd ?? process.cwd());
  const matches = new Map<string, boolean>();
  for (const pattern of patterns) {
    for (const { file, explicit } of await expand(pattern, cwd)) {
      matches.set(file, explicit || (matches.get(file) ?? false));
    }
  }
  const suites = new Map<string, string>();
  for (const [file, explicit] of [...matches].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const skip = explicit ? undefined : await reasonToSkip(file, displayPath(file, cwd));
    if (skip) options.report?.(skip);
    else {
      const real = await realpath(file);
      if (!suites.has(real)) suites.set(real, file);
    }
  }
  return [...suites.values()];
}
