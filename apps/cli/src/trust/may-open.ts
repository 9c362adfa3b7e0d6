import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface MayOpenOptions {
  /** The folder that files of a suite's folder must stay in. */
  readonly rootOf: (directory: string) => string;
  readonly reallyContains: (root: string, path: string) => boolean;
  /** Whether the project of a file is one that nobody vouches for. */
  readonly isDoubted: (file: string) => Promise<boolean>;
}

/**
 * Tells whether a file that was found in a folder may be opened to see what it is. In a project that
 * nobody vouches for, a link that leads out of it may not: what it leads to could notice, or never end.
 */
export function createMayOpen({ rootOf, reallyContains, isDoubted }: MayOpenOptions): (file: string) => Promise<boolean> {
  const doubts = new Map<string, Promise<boolean>>();
  return async (file) => {
    const directory = dirname(file);
    const real = await realpath(file).catch(() => undefined);
    if (real === undefined || real === file || reallyContains(rootOf(directory), real)) return true;
    let doubted = doubts.get(directory);
    if (!doubted) doubts.set(directory, (doubted = isDoubted(file)));
    return !(await doubted);
  };
}
