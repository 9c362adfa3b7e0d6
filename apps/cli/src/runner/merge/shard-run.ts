import { countBatches, isRunLocked, openRun } from '@assay/engine';
import { UsageError, type RunManifest, type RunSummary, type WaitingShard } from '@assay/schema';

/** A run that is to be merged. */
export interface ShardRun {
  /** Its folder, absolute. */
  readonly location: string;
  /** As it is to be named. */
  readonly name: string;
  readonly manifest: RunManifest;
  /** Undefined for a run that was killed, or is running. */
  readonly summary: RunSummary | undefined;
  /** How many shards the whole has. */
  readonly count: number;
  /** Shards that the run has rows of, or was to have, from 1. */
  readonly indexes: readonly number[];
  /** Why these are not whole, in words; undefined for what came to its end. */
  readonly unfinished: string | undefined;
  /** The command that goes on with it, quoted for a shell. */
  readonly resume: string;
  /** Shards with batches that were submitted, and whose answers nobody has collected: itself, or those that a merged run notes. */
  readonly waits: readonly WaitingShard[];
}

export interface ShardRunPlace extends Pick<ShardRun, 'location' | 'name'> {
  /** The command that goes on with it. */
  readonly resume: string;
}

/** The indexes of so many shards. */
export function from1To(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Why a run is not finished, in words. */
async function unfinishedIn(location: string): Promise<'still running' | 'did not finish'> {
  return (await isRunLocked(location)) ? 'still running' : 'did not finish';
}

/** A merged run that was gone on with is one of its own too: which of its shards are whole by then nobody knows. */
async function notAShard({ location, name, resume }: ShardRunPlace, { status }: RunManifest): Promise<UsageError> {
  const what = `the run ${name} is no shard`;
  if (status === 'finished') return new UsageError(`${what}: it is whole already`, { hint: 'merge the runs that were started with --shard 1/n to --shard n/n' });
  const why = await unfinishedIn(location);
  if (why === 'still running') return new UsageError(`${what}, and is still running`, { hint: 'wait until it has ended' });
  return new UsageError(`${what}, and ${why}`, { hint: `go on with it: ${resume}; shards that it was merged of can be merged again with the others` });
}

/** The shard itself, while it waits for batches. */
async function ownBatches(location: string, { runId, shard }: RunManifest): Promise<readonly WaitingShard[]> {
  const { open } = await countBatches(location);
  return open === 0 || !shard ? [] : [{ runId, index: shard.index, batches: open }];
}

/**
 * Reads what a run says of itself.
 * @throws UsageError for a run that is no shard, and was not merged of some.
 * @throws StoreError when its manifest, its summary or what it has asked in batches cannot be read.
 */
export async function readShardRun(place: ShardRunPlace): Promise<ShardRun> {
  const { location, name, resume } = place;
  const reader = await openRun(location);
  const manifest = await reader.manifest();
  const { shard, merged, status } = manifest;
  const waits = merged ? (manifest.waitingShards ?? []) : await ownBatches(location, manifest);
  const known = { location, name, resume, manifest, summary: await reader.summary(), waits };
  if (merged && status === 'running') return { ...known, count: merged.count, indexes: from1To(merged.count), unfinished: await unfinishedIn(location) };
  // What a merged run lacks it says itself.
  if (merged) {
    return { ...known, count: merged.count, indexes: from1To(merged.count).filter((index) => !merged.missing.includes(index)), unfinished: undefined };
  }
  if (!shard) throw await notAShard(place, manifest);
  const unfinished = status === 'finished' ? undefined : await unfinishedIn(location);
  return { ...known, count: shard.count, indexes: [shard.index], unfinished };
}
