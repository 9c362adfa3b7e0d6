import { join } from 'node:path';
import { stateFolder } from './own-folders.js';

/** Folder of what a project keeps of replies. @param projectRoot Absolute. */
export function projectCache(projectRoot: string): string {
  return join(projectRoot, '.assay/cache');
}

/** Folder of what is kept of replies to untrusted projects: in theirs they could have put some themselves. */
export function ownCache(env: Readonly<Record<string, string | undefined>>): string {
  return join(stateFolder(env), 'cache');
}
