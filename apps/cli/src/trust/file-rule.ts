import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { FileRule } from '@assay/schema';
import { createIgnoredFiles } from './ignored-files.js';
import { isReadOtherwise } from './windows-names.js';

function isHidden(root: string, path: string): boolean {
  return relative(root, path).split(sep).some((part) => part.startsWith('.') && part !== '.' && part !== '..');
}

const MARKERS = ['.git', '.assay', '.agentv'];

/**
 * True for a file of a repository that lies in a folder which is no project itself, as where somebody
 * runs one suite of a folder full of repositories.
 */
function isOfAnother(root: string, path: string): boolean {
  if (MARKERS.some((marker) => existsSync(join(root, marker)))) return false;
  for (let folder = dirname(path); folder !== root && folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return true;
  }
  return false;
}

/**
 * Which files inside a project may be named by one that nobody vouches for: those that its authors
 * meant to share. What is hidden, or kept out of version control, is where people have their secrets.
 */
export function createFileRule(env: Readonly<Record<string, string | undefined>>, realRootOf: (root: string) => string, platform: string = process.platform): FileRule {
  const ignored = createIgnoredFiles(env);
  return ({ path, real, root }) => {
    const realRoot = realRootOf(root);
    if (platform === 'win32' && isReadOtherwise(relative(root, path).split(sep))) return 'has a name that Windows reads in another way';
    if (isHidden(root, path) || isHidden(realRoot, real)) return 'is hidden: its name or that of a folder begins with a dot';
    if (isOfAnother(root, path) || isOfAnother(realRoot, real)) return 'belongs to another repository';
    return ignored.isIgnored(path, root) || ignored.isIgnored(real, realRoot) ? 'is ignored by git' : undefined;
  };
}
