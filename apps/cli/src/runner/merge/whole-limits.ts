import type { JsonObject } from '@assay/schema';
import { manifestKey } from '../../options/manifest-options.js';
import { optionEntries } from '../../options/option-values.js';
import type { ShardRun } from './shard-run.js';

/** What a shard may take is a part of what all may. The times of shards pass at once. */
const SHARED = optionEntries.flatMap(([name, option]) => (name === 'maxCost' || name === 'maxTokens' ? [manifestKey(name, option)] : []));

/** Digits that a sum is rounded to, so that it is not shown with errors of floating point. */
const DIGITS = 12;

/** What one shard may take: of a merged run all had their part. Undefined where there is no limit. */
function ofShard({ manifest, count }: ShardRun, key: string): number | undefined {
  const limit = manifest.options[key];
  if (typeof limit !== 'number') return undefined;
  return manifest.merged ? limit / count : limit;
}

/**
 * The limits of the whole run, by those of its shards: as if each of them, also one that is missing, might take what the one with the most
 * may. None where one of the runs has none.
 * @returns with undefined for what is not limited.
 */
function wholeLimits(runs: readonly ShardRun[]): Readonly<Record<string, number | undefined>> {
  const count = runs[0]?.count ?? 0;
  return Object.fromEntries(
    SHARED.map((key) => {
      const limits = runs.map((run) => ofShard(run, key));
      const most = limits.reduce<number | undefined>((so, limit) => (so === undefined || limit === undefined ? undefined : Math.max(so, limit)), 0);
      return [key, most === undefined || most === 0 ? undefined : Number((most * count).toPrecision(DIGITS))];
    }),
  );
}

/** The options with these limits in the place of those of one shard. */
export function withWholeLimits(options: JsonObject, runs: readonly ShardRun[]): JsonObject {
  const limits = wholeLimits(runs);
  const others = Object.entries(options).filter(([key]) => !(key in limits));
  return Object.fromEntries([...others, ...Object.entries(limits).flatMap(([key, limit]) => (limit === undefined ? [] : [[key, limit] as const]))]);
}
