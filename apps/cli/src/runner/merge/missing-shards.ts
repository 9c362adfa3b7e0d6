import { formatCount } from '@assay/reports';
import type { WaitingShard } from '@assay/schema';
import { shardText } from '../../options/shard-text.js';
import { from1To, type ShardRun } from './shard-run.js';

/** What a union lacks. */
export interface MissingShards {
  /** From 1, in order. */
  readonly indexes: readonly number[];
  /** In words, for the outcome; empty for a whole run. */
  readonly reasons: readonly string[];
  /** Shards that have asked for them in batches, whose answers nobody has collected: what is missing is to be had there. Each once. */
  readonly waiting: readonly WaitingIn[];
}

/** Shards that wait for batches, and the run that tells of them. */
export interface WaitingIn {
  readonly run: ShardRun;
  readonly shards: readonly WaitingShard[];
}

/** Who waits for batches. A shard that is here itself tells of its own: what a merged run notes of it is from before, and it has collected some since, perhaps. */
function findWaiting(runs: readonly ShardRun[], whole: ReadonlySet<number>): readonly WaitingIn[] {
  const shards = runs.filter(({ manifest }) => !manifest.merged);
  const told = new Set(shards.map(({ manifest }) => manifest.runId));
  const ofShards = shards.map((run) => ({ run, shards: run.waits }));
  const ofMerged = runs.filter(({ manifest }) => manifest.merged).map((run) => ({
    run,
    shards: run.waits.filter(({ runId }) => {
      if (told.has(runId)) return false;
      told.add(runId);
      return true;
    }),
  }));
  return [...ofShards, ...ofMerged]
    .map(({ run, shards: waits }) => ({ run, shards: waits.filter(({ index }) => !whole.has(index)) }))
    .filter(({ shards: waits }) => waits.length > 0);
}

/** How many batches so many shards wait for. */
export function batchesOf(shards: readonly WaitingShard[]): number {
  return shards.reduce((sum, { batches }) => sum + batches, 0);
}

/** Why what a run has rows of is not whole; undefined when it is. */
function lack({ unfinished, manifest, name, waits }: ShardRun, stored: number): string | undefined {
  const openBatches = batchesOf(waits);
  if (unfinished === 'did not finish' && openBatches > 0) return `${name} waits for ${formatCount(openBatches, 'batch', 'batches')}`;
  if (unfinished !== undefined) return `${name} ${unfinished === 'still running' ? 'is still running' : unfinished}`;
  if (stored < manifest.rows) return `${name} has ${stored} of its ${manifest.rows} rows`;
  return undefined;
}

/**
 * Which shards are not there, or not whole.
 * @param sizes trials that each run has rows of.
 */
export function findMissing(runs: readonly ShardRun[], sizes: readonly number[]): MissingShards {
  const count = runs[0]?.count ?? 0;
  const whole = new Set<number>();
  const lacks = new Map<string, readonly number[]>();
  for (const [position, run] of runs.entries()) {
    const stored = sizes[position] ?? 0;
    const why = lack(run, stored);
    if (why !== undefined) lacks.set(why, run.indexes);
    else for (const index of run.indexes) whole.add(index);
  }
  const indexes = from1To(count).filter((index) => !whole.has(index));
  if (indexes.length === 0) return { indexes, reasons: [], waiting: [] };
  const list = (some: readonly number[]): string => some.map((index) => shardText({ index, count })).join(', ');
  const details = [...lacks].flatMap(([why, of]) => {
    const missing = of.filter((index) => !whole.has(index));
    return missing.length === 0 ? [] : [`${list(missing)}: ${why}`];
  });
  return { indexes, waiting: findWaiting(runs, whole), reasons: [`${indexes.length === 1 ? 'a shard is' : 'shards are'} missing: ${list(indexes)}`, ...details] };
}
