import { basename } from 'node:path';
import { openRun } from '@assay/engine';
import type { ReportedRun } from '@assay/schema';
import { trustIn } from '../../calibrate/trust-in.js';
import { displayFolder } from '../../files/display-folder.js';
import { readableManifest } from '../../runs/readable-manifest.js';

/**
 * The runs of folders, each once, for reports that show their replies.
 * @param folders absolute
 * @throws StoreError
 */
export async function reportedRuns(folders: readonly string[], { cwd, projectRoot }: { readonly cwd: string; readonly projectRoot: string }): Promise<readonly ReportedRun[]> {
  const runs: ReportedRun[] = [];
  for (const folder of new Set(folders)) {
    const reader = await openRun(folder);
    const manifest = await readableManifest(reader);
    const location = displayFolder(cwd, folder);
    const id = manifest?.runId ?? basename(folder);
    // A copy of a run has its id as well.
    const isTaken = runs.some((run) => run.id === id);
    runs.push({ id: isTaken ? location : id, location, manifest, summary: await reader.summary(), rows: () => reader.rows(), trust: trustIn({ folder, cwd, projectRoot }) });
  }
  return runs;
}
