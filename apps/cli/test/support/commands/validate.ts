import type { Finished } from './assay.js';
import { runAssay } from './warm-assay.js';
import { createWorkspace } from '../projects/workspace.js';

/** `assay validate` in a project of these files. */
export async function validate(files: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Finished> {
  const { folder } = await createWorkspace(files);
  return runAssay(['validate', ...args], { cwd: folder });
}
