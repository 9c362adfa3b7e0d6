import { join } from 'node:path';

/** Folder of the runs of a project, which have no folder of their own. @param projectRoot Absolute. */
export function runsFolder(projectRoot: string): string {
  return join(projectRoot, '.assay/runs');
}
