import { canonicalHash, type RunShard, type Suite } from '@assay/schema';

/** Characters of a salt: as many as a random one has. */
const LENGTH = 32;

/**
 * The salt of a run that is a part of one: shards run on machines that know nothing of each other, and whoever merges them has to
 * see whether they asked the same. It is that of all runs of these suites in as many shards.
 */
export function shardSalt(suites: readonly Pick<Suite, 'name' | 'path'>[], { count }: Pick<RunShard, 'count'>): string {
  const named = suites.map(({ name, path }) => JSON.stringify([name, path])).toSorted();
  return canonicalHash(['shards', count, named]).slice(0, LENGTH);
}
