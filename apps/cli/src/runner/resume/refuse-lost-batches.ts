import { countBatches, countLostReplies } from '@assay/engine';
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
 * What was asked in batches stands in files beside the rows, and what came of it. Without these it would be asked, and paid for, once more.
 * @throws UsageError where they do not tell of all batches that the manifest counts, or lack answers that were collected.
 * @throws StoreError for a file that cannot be read.
 */
export async function refuseLostBatches({ manifest: { runId, status, batches = 0, merged }, location, shown, words: { say } }: GoneOnWith): Promise<void> {
  // A run that is finished waits for nothing.
  if (batches === 0 || status === 'finished') return;
  const { begun } = await countBatches(location);
  const lost = begun >= batches ? await countLostReplies(location) : 0;
  if (begun >= batches && lost === 0) return;
  const anyway = `with ${say('acceptChanges', true)} the run goes on, and asks all of that again`;
  const count = formatCount(batches, 'batch', 'batches');
  if (merged) {
    throw new UsageError(`run ${runId} was merged of shards that wait for ${count}: what these were asked would be asked, and paid for, again`, {
      hint: `go on with those shards (${say('resume', true)}) until they have their answers, and merge them again; ${anyway}`,
    });
  }
  const again = { hint: `put back the folder batches as it was; ${anyway}` };
  if (lost > 0) {
    throw new UsageError(`run ${runId} has collected the answers to ${formatCount(lost, 'request')} in batches, and ${shown}/batches/replies.jsonl has them no more: these would be asked, and paid for, again`, again);
  }
  const told = begun === 0 ? 'tells of none' : `tells of ${begun} alone`;
  throw new UsageError(`run ${runId} has asked in ${count}, and ${shown}/batches/batches.jsonl ${told}: what they were asked would be asked, and paid for, again`, again);
}
