import type { Redis } from 'ioredis';

/** Ends a connection, unless it has ended: asked a second time, it waits for an end that was, and keeps the process for two seconds. */
export function disconnect(client: Redis): void {
  if (client.status !== 'end') client.disconnect();
}
