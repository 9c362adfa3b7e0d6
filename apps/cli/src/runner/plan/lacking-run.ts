import { formatCount } from '@assay/reports';
import { StoreError, type RunManifest, type RunReader } from '@assay/schema';

/** What an earlier run lacks: trials of it may have no row. */
export interface Lack {
  /** In words that follow the name of the run. */
  readonly what: string;
  /** What to do about it. */
  readonly hint: string;
}

/** The manifest; undefined where none can be read: such a run is taken for one that did not finish. */
async function manifestOf(reader: RunReader): Promise<RunManifest | undefined> {
  try {
    return await reader.manifest();
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

/**
 * What a run lacks; undefined for one that finished and has all of its rows.
 * @param stored how many of its trials have a row
 * @param goOn the command that goes on with it
 */
export async function lackOf(reader: RunReader, stored: number, goOn: string): Promise<Lack | undefined> {
  const manifest = await manifestOf(reader);
  const hint = `go on with it first: ${goOn}`;
  // Without a manifest nothing can go on with it.
  if (!manifest) return { what: 'has no run.json that can be read', hint: 'run the evals again, to be sure that nothing is left out' };
  if (manifest.status !== 'finished') return { what: 'did not finish', hint };
  const lost = manifest.rows - stored;
  if (lost <= 0) return undefined;
  return { what: `has stored ${formatCount(manifest.rows, 'row', 'rows')}, and lacks ${lost} of them`, hint: `put its results.jsonl back as it was, or ${hint}` };
}
