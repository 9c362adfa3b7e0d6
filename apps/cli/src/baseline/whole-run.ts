import { formatCount } from '@assay/reports';
import { UsageError } from '@assay/schema';
import { shardText } from '../options/shard-text.js';
import type { RunForBaseline } from './read-results.js';

/** Most of the cases are in other shards, and a baseline of this one would be written over by theirs. */
function refuseShard({ shard, location }: RunForBaseline): void {
  if (!shard) return;
  throw new UsageError(`the run ${location} is shard ${shardText(shard)}, and a baseline is of a whole run`, {
    hint: 'merge the shards first (assay merge RUN…), and save the merged run',
  });
}

/** A reference is of a whole run: what is missing in it would never be missed again. */
function refuseUnfinished({ finished, location, resumeCommand: command }: RunForBaseline): void {
  if (finished) return;
  throw new UsageError(`the run ${location} did not finish, and a baseline is of a whole run`, {
    hint: command === undefined ? 'run the evals again' : `go on with it first: ${command}`,
  });
}

/** What a run had once, and somebody took out of its folder, is missing in the same way. */
function refuseLost({ lost, location, resumeCommand: command }: RunForBaseline): void {
  if (lost === 0) return;
  throw new UsageError(`${formatCount(lost, 'row', 'rows')} that the run ${location} has stored ${lost === 1 ? 'is' : 'are'} not in its results.jsonl any more, and a baseline is of a whole run`, {
    hint: `put the file back as it was${command === undefined ? '' : `, or have ${lost === 1 ? 'that trial' : 'those trials'} asked again: ${command}`}`,
  });
}

/** @throws UsageError for a part of a run, which is no reference. */
export function requireWhole(run: RunForBaseline): void {
  refuseShard(run);
  refuseUnfinished(run);
  refuseLost(run);
}
