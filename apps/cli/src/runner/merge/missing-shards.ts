import { formatCount } from '@assay/reports';
import { shardText } from '../../options/shard-text.js';
import { from1To, type ShardRun } from './shard-run.js';

/** What a union lacks. */
export interface MissingShards {
  /** From 1, in order. */
  readonly indexes: readonly number[];
  /** In words, for the outcome; empty for a whole run. */
  readonly reasons: readonly string[];
  /** Batches that were submitted for them, and whose answers nobody has collected: what is missing is to be had there. */
  readonly openBatches: number;
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
  if (indexes.length === 0) return { indexes, reasons: [], openBatches: 0 };
  const list = (some: readonly number[]): string => some.map((index) => shardText({ index, count })).join(', ');
  const details = [...lacks].flatMap(([why, of]) => {
    const missing = of.filter((index) => !whole.has(index));
    return missing.length === 0 ? [] : [`${list(missing)}: ${why}`];
  });
  const openBatches = runs.filter((run) => run.manifest.merged !== undefined || run.indexes.some((index) => !whole.has(index))).reduce((sum, run) => sum + run.openBatches, 0);
  return { indexes, openBatches, reasons: [`${indexes.length === 1 ? 'a shard is' : 'shards are'} missing: ${list(indexes)}`, ...details] };
}
