import type { Redis } from 'ioredis';

/** Most that are looked at: those that were read are deleted within seconds. */
const MOST = 1_000;
/** Only the ids: rows may have megabytes. */
const IDS = "local ids = {} for place, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', ARGV[1], 'COUNT', ARGV[2])) do ids[place] = entry[1] end return ids";

/** The ids of the entries of a stream that stand there up to one of them. */
export async function olderEntries(client: Redis, key: string, last: string): Promise<readonly string[]> {
  return (await client.eval(IDS, 1, key, last, MOST)) as readonly string[];
}
