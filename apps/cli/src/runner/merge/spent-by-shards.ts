import { readSpent, type BudgetRecord, type BudgetTaken } from '@assay/engine';
import { suiteKey } from '@assay/schema';
import type { ShardRun } from './shard-run.js';

/** What both took. The times of shards pass at once. */
function both(a: BudgetTaken, b: BudgetTaken): BudgetTaken {
  const [one, other] = [a.untold, b.untold];
  const untold = one && other ? { requests: one.requests + other.requests, costUsd: one.costUsd + other.costUsd, tokens: one.tokens + other.tokens } : (one ?? other);
  return { costUsd: a.costUsd + b.costUsd, tokens: a.tokens + b.tokens, timeMs: Math.max(a.timeMs, b.timeMs), ...(untold ? { untold } : {}) };
}

/**
 * What shards have noted of their budgets, together: whoever goes on with what they are merged to goes on from there, since rows do not tell
 * of requests that failed. Empty where none had a budget.
 * @throws StoreError for a note that cannot be read.
 */
export async function spentByShards(runs: readonly ShardRun[]): Promise<readonly BudgetRecord<BudgetTaken>[]> {
  // A copy of a shard has spent nothing itself, and a merged run has noted what those have that it was merged of.
  const within = new Set(runs.flatMap(({ manifest }) => manifest.merged?.runs ?? []));
  const once = new Map(runs.filter(({ manifest }) => !within.has(manifest.runId)).map((run) => [run.manifest.runId, run]));
  const all = new Map<string, BudgetRecord<BudgetTaken>>();
  for (const { location } of once.values()) {
    for (const record of await readSpent(location)) {
      const key = record.suite ? suiteKey(record.suite) : '';
      const known = all.get(key);
      all.set(key, known ? { ...known, of: both(known.of, record.of) } : record);
    }
  }
  return [...all.values()];
}
