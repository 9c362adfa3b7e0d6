import type { RunTrust } from '@assay/schema';
import type { CalibratedFolder } from './calibrate-folder.js';

/** Reads what is known of a run beyond its rows, when a report asks. */
export function trustIn(run: CalibratedFolder): () => Promise<RunTrust> {
  return async () => {
    const { runTrust } = await import('./run-trust.js');
    return runTrust(run, { calibrates: 'known' });
  };
}
