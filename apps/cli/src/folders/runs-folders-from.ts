import { resolve } from 'node:path';
import { findProjectRoot } from '@assay/loaders';
import { auditsFolder, ownAuditsFolder } from './audits-folder.js';
import { ownRunsFolder } from './own-folders.js';
import { runsFolder } from './runs-folder.js';

interface Whose {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isAudit?: boolean | undefined;
}

/** Where the runs (or audits) of a folder's project are, and the user's own folder, which has those of projects that nobody vouches for. */
export function runsFoldersFrom({ cwd, env, isAudit }: Whose): readonly string[] {
  const root = resolve(findProjectRoot(cwd) ?? cwd);
  return isAudit ? [auditsFolder(root), ownAuditsFolder(env)] : [runsFolder(root), ownRunsFolder(env)];
}
