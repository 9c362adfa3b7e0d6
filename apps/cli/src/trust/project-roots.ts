import { existsSync, lstatSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import type { SuitePlace } from '@assay/schema';
import { real } from '../files/real-place.js';

/** What is needed of `@assay/loaders`. */
export interface RootParts {
  readonly contains: (root: string, path: string) => boolean;
  readonly findProjectRoot: (start: string) => string | undefined;
}

/** The home folder as the system knows it: a variable of the environment could be anything. */
function homeFolder(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    return undefined;
  }
}

/**
 * The folder that files of an untrusted suite may not leave. A folder that holds the user's home is no
 * project that anybody shared, whatever lies in it: there it is the suite's own folder.
 */
export function untrustedRoot(root: string, directory: string, contains: RootParts['contains']): string {
  const home = homeFolder();
  return home !== undefined && contains(real(root), real(home)) ? directory : root;
}

/**
 * The outermost repository that a folder is part of, else the folder: what else lies in there is by the same
 * people. One that holds the user's home, as where settings are kept in a repository, is the user's own.
 */
export function enclosingFolder(root: string, contains: RootParts['contains']): string {
  let outermost = root;
  for (let folder = root; folder !== dirname(folder); ) {
    folder = dirname(folder);
    if (existsSync(join(folder, '.git')) && untrustedRoot(folder, root, contains) === folder) outermost = folder;
  }
  return outermost;
}

/**
 * The root of the project that a folder belongs to as it is named. A link in a project to a project of somebody else
 * is part of the first one: who made it decides what lies behind it, and so does not get more than a link to any other
 * place would give. One whose folder holds the user's home is the user's own.
 * @param root of the project that is found behind the links.
 */
export function rootAsNamed(root: string, parts: RootParts): string {
  for (let path = root; path !== dirname(path); path = dirname(path)) {
    if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) continue;
    const around = parts.findProjectRoot(dirname(path));
    const isProject = around !== undefined && untrustedRoot(around, root, parts.contains) === around;
    if (isProject && !parts.contains(real(around), real(path))) return rootAsNamed(around, parts);
  }
  return root;
}

/**
 * Absolute folders that untrusted files are in: the roots of their projects. What lies in none of them
 * is the user's.
 */
export function untrustedRoots(places: readonly SuitePlace[], contains: RootParts['contains']): readonly string[] {
  const roots = places.map(({ root, directory }) => untrustedRoot(root, directory, contains));
  return [...new Set(roots)].filter((root) => untrustedRoot(root, '', contains) === root);
}
