import type { Redis } from 'ioredis';

const WRITE = "redis.call('SET', KEYS[1], '') return redis.call('DEL', KEYS[1])";

/**
 * Writes something, and takes it away again.
 * @throws what the server says when it takes nothing: its memory or disk is full, it has become a replica, or the user lacks rights.
 */
export async function tryToWrite(client: Redis, prefix: string): Promise<void> {
  await client.eval(WRITE, 1, `${prefix}:written`);
}
