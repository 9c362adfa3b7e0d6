import { fieldOf } from './server-info.js';

/** What makes a server keep all its keys. */
export const KEEP_KEYS = 'redis-cli config set maxmemory-policy noeviction, and in redis.conf';

/** The policy by which a server throws keys away when its memory is full; undefined for one that throws none away, or does not say. @param info What it says of itself. */
export function evictionPolicy(info: string): string | undefined {
  const policy = fieldOf(info, 'maxmemory_policy');
  return policy === 'noeviction' ? undefined : policy;
}
