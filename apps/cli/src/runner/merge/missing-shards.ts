import { formatCount } from '@assay/reports';
import type { MergedShards } from '@assay/schema';
import { shardText } from '../../options/shard-text.js';
import { from1To, type ShardRun } from './shard-run.js';

/** What a union lacks. */
export interface MissingShards {
  /** From 1, in order. */
  readonly indexes: readonly number[];
  /** In words, for the outcome; empty for a whole run. */
  readonly reasons: readonly string[];
  /** Runs that have asked for them in batches, whose answers nobody has collected: what is missing is to be had there. */
  readonly waiting: readonly ShardRun[];
}

/** Whether the shards that a merged run notes batches of are here themselves: then each tells of its own, and has collected some since, perhaps. */
function areHere(merged: MergedShards, runs: readonly ShardRun[], whole: ReadonlySet<number>): boolean {
  const shards = runs.filter(({ manifest }) => !manifest.merged);
  const there = new Set([...whole, ...shards.flatMap(({ indexes }) => indexes)]);
  return merged.runs.every((id) => shards.some(({ manifest }) => manifest.runId === id)) || merged.missing.every((index) => there.has(index));
}

/** Why what a run has rows of is not whole; undefined when it is. */
function lack({ unfinished, manifest, name, openBatches }: ShardRun, stored: number): string | undefined {
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
  const waiting = runs.filter((run) => run.openBatches > 0 && (run.manifest.merged ? !areHere(run.manifest.merged, runs, whole) : run.indexes.some((index) => !whole.has(index))));
  return { indexes, waiting, reasons: [`${indexes.length === 1 ? 'a shard is' : 'shards are'} missing: ${list(indexes)}`, ...details] };
}
