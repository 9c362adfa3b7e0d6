import { countBatches } from '@assay/engine';
import { formatCount } from '@assay/reports';
import { UsageError, type RunManifest } from '@assay/schema';
import type { OptionWords } from '../../options/option-words.js';

interface GoneOnWith {
  readonly manifest: RunManifest;
  /** Its folder, absolute. */
  readonly location: string;
  /** The folder as it is to be named. */
  readonly shown: string;
  readonly words: OptionWords;
}

/**
 * What was asked in batches stands in a file beside the rows. Without it, it would be asked, and paid for, once more.
 * @throws UsageError where the file does not tell of all batches that the manifest counts.
 * @throws StoreError for a file that cannot be read.
 */
export async function refuseLostBatches({ manifest: { runId, status, batches = 0, merged }, location, shown, words: { say } }: GoneOnWith): Promise<void> {
  // A run that is finished waits for nothing.
  if (batches === 0 || status === 'finished') return;
  const { begun } = await countBatches(location);
  if (begun >= batches) return;
  const anyway = `with ${say('acceptChanges', true)} the run goes on, and asks all of that again`;
  const count = formatCount(batches, 'batch', 'batches');
  if (merged) {
    throw new UsageError(`run ${runId} was merged of shards that wait for ${count}: what these were asked would be asked, and paid for, again`, {
      hint: `go on with those shards (${say('resume', true)}) until they have their answers, and merge them again; ${anyway}`,
    });
  }
  const told = begun === 0 ? 'tells of none' : `tells of ${begun} alone`;
  throw new UsageError(`run ${runId} has asked in ${count}, and ${shown}/batches/batches.jsonl ${told}: what they were asked would be asked, and paid for, again`, {
    hint: `put back the folder batches as it was; ${anyway}`,
  });
}
