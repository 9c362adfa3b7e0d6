import { setTimeout } from 'node:timers/promises';
import { ConfigError } from '@assay/schema';
import type { Redis } from 'ioredis';
import type { QueueAddress } from '../address/queue-address.js';
import { evictionPolicy, KEEP_KEYS } from './eviction.js';
import { fieldOf } from './server-info.js';
import { tryToWrite } from './try-to-write.js';

/** Oldest server that has all commands: streams, and scripts that write what they read. */
const OLDEST = [6, 2] as const;

/** Milliseconds between two looks at a server that reads its data after it was started. */
const LOADING_MS = 250;

/** What a server says of itself, once it has read its data. @throws ReplyError for a user who may not ask. */
async function infoOf(client: Redis): Promise<string> {
  for (;;) {
    const info = await client.info();
    if ((fieldOf(info, 'loading') ?? '0') === '0') return info;
    await setTimeout(LOADING_MS);
  }
}

/** @throws ConfigError when a queue there could lose jobs without anybody noticing, or is not to be had. */
export async function checkServer(client: Redis, { shown, prefix }: QueueAddress): Promise<void> {
  const info = await infoOf(client);
  const version = fieldOf(info, 'valkey_version') === undefined ? fieldOf(info, 'redis_version') : undefined;
  const [major = 0, minor = 0] = (version ?? '').split('.').map(Number);
  if (version !== undefined && (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))) {
    throw new ConfigError(`the queue at ${shown} is Redis ${version}, and at least ${OLDEST.join('.')} is needed`, { hint: 'use Redis 6.2 or later, or Valkey' });
  }
  if (fieldOf(info, 'redis_mode') === 'cluster') {
    throw new ConfigError(`the queue at ${shown} is a Redis Cluster, whose keys lie on several servers`, { hint: 'use a single server, with or without replicas' });
  }
  if (fieldOf(info, 'role') === 'slave') {
    throw new ConfigError(`the queue at ${shown} is a replica, which nobody can write to`, { hint: 'name the server that it is a replica of' });
  }
  const policy = evictionPolicy(info);
  if (policy !== undefined) {
    throw new ConfigError(`the queue at ${shown} throws keys away when its memory is full (maxmemory-policy ${policy}), and jobs would be lost`, {
      hint: `set it to noeviction: ${KEEP_KEYS}`,
    });
  }
  await tryToWrite(client, prefix);
}
