import { recheckRows } from '@assay/engine';
import { formatCount } from '@assay/reports';
import type { RunManifest } from '@assay/schema';

interface NotedRun {
  /** Absolute. */
  readonly folder: string;
  /** The folder as it is to be named. */
  readonly location: string;
  readonly manifest: Pick<RunManifest, 'rechecks'>;
}

/** Says on standard error where cases were asked again, and what came of it is not all there any more. @throws StoreError */
export async function lostRechecksNote({ folder, location, manifest: { rechecks = 0 } }: NotedRun): Promise<void> {
  let stored = 0;
  if (rechecks > 0) for await (const _ of recheckRows(folder)) stored += 1;
  if (stored >= rechecks) return;
  process.stderr.write(`note: ${location}/rechecks.jsonl holds ${stored} of the ${formatCount(rechecks, 'recheck')} that the run has stored; without the others a case may look steadier than it is\n`);
}
