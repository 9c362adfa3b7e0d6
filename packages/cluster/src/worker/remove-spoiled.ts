import type { Redis } from 'ioredis';
import type { QueueNames } from '../session/names.js';

/**
 * Takes a job out of the queue that was given out and that nobody can read, such as one that somebody else has written there: it would
 * end each worker that takes it, one after the other.
 * @param token under which it was given out.
 * @returns its id; undefined when none was given out.
 */
export async function removeSpoiled(client: Redis, names: QueueNames, token: string): Promise<string | undefined> {
  const active = names.ofJobs('active');
  const ids = await client.lrange(active, 0, -1).catch(() => []);
  const tokens = ids.length === 0 ? [] : await client.mget(ids.map((id) => names.ofJobs(`${id}:lock`)));
  const id = ids[tokens.indexOf(token)];
  if (id === undefined) return undefined;
  await client.multi().lrem(active, 1, id).srem(names.ofJobs('stalled'), id).del(names.ofJobs(id), names.ofJobs(`${id}:lock`)).exec();
  return id;
}
