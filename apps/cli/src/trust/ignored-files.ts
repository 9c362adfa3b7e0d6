import { lstatSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { errorCode } from '../files/error-code.js';
import { fitsPath, readIgnorePatterns, type IgnorePattern } from './ignore-patterns.js';

/** Largest file of patterns that is read, in bytes. */
const MAX_BYTES = 1024 * 1024;

/** Patterns with the folder that they start from. */
interface IgnoreList {
  readonly folder: string;
  readonly patterns: readonly IgnorePattern[];
}

const EVERYTHING = readIgnorePatterns('*');

/** The patterns of a file; none when it is not there. One that cannot be read, or is a link, ignores everything. */
function patternsOf(file: string): readonly IgnorePattern[] {
  try {
    const info = lstatSync(file);
    if (!info.isFile() || info.size > MAX_BYTES) return EVERYTHING;
    return readIgnorePatterns(readFileSync(file, 'utf8'));
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : EVERYTHING;
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** A folder and those above it, the outermost first. */
function foldersTo(folder: string): readonly string[] {
  const folders = [folder];
  for (let at = folder; at !== dirname(at); folders.unshift(at)) at = dirname(at);
  return folders;
}

const EXCLUDES_FILE = /^\s*excludesfile\s*=\s*"?(?<file>[^"\n#;]+?)"?\s*$/imu;

/** The file of patterns that a configuration of git names; none if it names none. */
function namedExcludes(config: string, folder: string, home: string = homedir()): readonly string[] {
  const file = EXCLUDES_FILE.exec(config)?.groups?.['file'];
  return file === undefined ? [] : [resolve(folder, file.replace(/^~(?=[\\/])/u, home))];
}

/** A file of git's own; empty for what is none, or too large to be one. */
function readIfShort(file: string): string {
  try {
    const info = lstatSync(file);
    return info.isFile() && info.size <= MAX_BYTES ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}

function readOwn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** What git ignores for this user in all repositories. */
function usersPatterns(env: Readonly<Record<string, string | undefined>>): readonly IgnorePattern[] {
  const home = env['HOME'] ?? homedir();
  const folder = env['XDG_CONFIG_HOME'] ?? join(home, '.config');
  const named = [join(home, '.gitconfig'), join(folder, 'git/config')].flatMap((config) => namedExcludes(readOwn(config), home, home));
  return [join(folder, 'git/ignore'), ...named].flatMap((file) => readIgnorePatterns(readOwn(file)));
}

/** A short text file of git's own; undefined for what is none. */
function shortText(file: string): string | undefined {
  const info = lstatSync(file, { throwIfNoEntry: false });
  return info?.isFile() && info.size <= 4096 ? readFileSync(file, 'utf8').trim() : undefined;
}

/** Folder of what git keeps about a repository. Work trees and submodules have it elsewhere. */
function gitFolder(folder: string): string {
  const git = join(folder, '.git');
  const elsewhere = /^gitdir: (?<path>.+)$/mu.exec(shortText(git) ?? '')?.groups?.['path'];
  if (elsewhere === undefined) return git;
  const own = resolve(folder, elsewhere);
  return resolve(own, shortText(join(own, 'commondir')) ?? '.');
}

/**
 * What a repository excludes besides its `.gitignore` files, the weakest first: its own configuration may
 * name a file for that. It comes before what the user excludes everywhere, so that it takes nothing out of that.
 */
function listsOfRepository(folder: string, users: readonly IgnorePattern[]): readonly IgnoreList[] {
  const git = gitFolder(folder);
  const named = namedExcludes(readIfShort(join(git, 'config')), folder);
  return [...named.map(patternsOf), users, patternsOf(join(git, 'info/exclude'))].map((patterns) => ({ folder, patterns }));
}

/** Tells the files that git would leave alone. */
export interface IgnoredFiles {
  /** @param path Absolute. @param root Absolute folder that is looked into where there is no repository. */
  isIgnored(path: string, root: string): boolean;
}

/**
 * Reads `.gitignore` files itself: git, asked in a repository that nobody vouches for, runs what its
 * configuration says. Files that are ignored and committed all the same count as ignored.
 */
export function createIgnoredFiles(env: Readonly<Record<string, string | undefined>>): IgnoredFiles {
  const lists = new Map<string, IgnoreList[]>();
  let users: readonly IgnorePattern[] | undefined;

  function listsOf(folder: string): readonly IgnoreList[] {
    const known = lists.get(folder);
    if (known) return known;
    const own = [
      ...(isThere(join(folder, '.git')) ? listsOfRepository(folder, (users ??= usersPatterns(env))) : []),
      { folder, patterns: patternsOf(join(folder, '.gitignore')) },
    ].filter(({ patterns }) => patterns.length > 0);
    lists.set(folder, own);
    return own;
  }

  /** The last pattern that fits decides. */
  function decided(path: string, isFolder: boolean, above: readonly string[]): boolean {
    let ignored = false;
    for (const { folder, patterns } of above.flatMap(listsOf)) {
      const parts = relative(folder, path).split(sep).map((part) => part.toLowerCase());
      for (const pattern of patterns) {
        if ((isFolder || !pattern.foldersOnly) && pattern.negated === ignored && fitsPath(pattern, parts)) ignored = !pattern.negated;
      }
    }
    return ignored;
  }

  return {
    isIgnored(path, root) {
      const folders = foldersTo(dirname(path));
      const repository = folders.findIndex((folder) => isThere(join(folder, '.git')));
      const outermost = Math.max(0, repository === -1 ? folders.indexOf(root) : repository);
      const inside = folders.slice(outermost);
      // What is in an ignored folder is ignored, whatever else is said of it.
      return [...inside.slice(1), path].some((place, index) => decided(place, place !== path, inside.slice(0, index + 1)));
    },
  };
}
