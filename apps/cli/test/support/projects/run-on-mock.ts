import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace } from './workspace.js';

/** Runs files in a project of their own on the target `mock`, with its rows in `out`. */
export async function run(files: Readonly<Record<string, string | Uint8Array>>, ...args: readonly string[]) {
  const workspace = await createWorkspace(files);
  const finished = await runAssay(['run', ...args, '--target', 'mock', '--out', 'out'], { cwd: workspace.folder });
  return { ...finished, workspace, cwd: workspace.folder };
}
