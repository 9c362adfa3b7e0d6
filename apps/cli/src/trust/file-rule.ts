import { relative, sep } from 'node:path';
import type { FileRule } from '@assay/schema';
import { createIgnoredFiles } from './ignored-files.js';

function isHidden(root: string, path: string): boolean {
  return relative(root, path).split(sep).some((part) => part.startsWith('.') && part !== '.' && part !== '..');
}

/**
 * Which files inside a project may be named by one that nobody vouches for: those that its authors
 * meant to share. What is hidden, or kept out of version control, is where people have their secrets.
 */
export function createFileRule(env: Readonly<Record<string, string | undefined>>, realRootOf: (root: string) => string): FileRule {
  const ignored = createIgnoredFiles(env);
  return ({ path, real, root }) => {
    const realRoot = realRootOf(root);
    if (isHidden(root, path) || isHidden(realRoot, real)) return 'is hidden: its name or that of a folder begins with a dot';
    return ignored.isIgnored(path, root) || ignored.isIgnored(real, realRoot) ? 'is ignored by git' : undefined;
  };
}
