import { resolve } from 'node:path';
import { contains } from '@assay/loaders';
import type { RunManifest } from '@assay/schema';

/** Whether a run belongs to a project. @param manifest undefined for one that was not read. */
export type IsOfProject = (folder: string, manifest: RunManifest | undefined) => boolean;

/**
 * Runs lie in the folder of their project; those of projects that nobody vouches for lie together in the user's own folder, and
 * only their manifests tell whose they are.
 * @param own the user's own folder of runs, absolute.
 */
export function ofProject(root: string, own: string): IsOfProject {
  const projectRoot = resolve(root);
  return (folder, manifest) => !contains(own, folder) || (manifest !== undefined && contains(projectRoot, resolve(folder, manifest.cwd)));
}
