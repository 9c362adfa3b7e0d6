import { formatCount } from '@assay/reports';
import type { RunManifest } from '@assay/schema';

interface NotedRun {
  /** The folder as it is to be named. */
  readonly location: string;
  readonly manifest: Pick<RunManifest, 'rows' | 'status'> | undefined;
  /** What does not become of rows that are gone. */
  readonly not: 'shown' | 'ranked';
}

/**
 * Says on standard error, once, where a run has ended and not all of its rows are there any more: what is gone looks like what never was.
 * @returns takes how many rows are there.
 */
export function lostRowsNote({ location, manifest, not }: NotedRun): (stored: number) => void {
  let isSaid = false;
  return (stored) => {
    if (isSaid || !manifest || manifest.status === 'running' || stored >= manifest.rows) return;
    isSaid = true;
    process.stderr.write(`note: ${location}/results.jsonl holds ${stored} of the ${formatCount(manifest.rows, 'row', 'rows')} that the run has stored; the others are not ${not}\n`);
  };
}
